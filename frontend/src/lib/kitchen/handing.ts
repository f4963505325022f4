/** Handing something out: to another app, to the clipboard, or as a file. */

/** Share a text; true if it went to the clipboard because nothing else was there. */
export async function shareText(title: string, text: string): Promise<boolean> {
  if (navigator.share) {
    await navigator.share({ title, text }).catch(() => {});
    return false;
  }
  await navigator.clipboard.writeText(text);
  return true;
}

/** Save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

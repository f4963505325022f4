/** Giving an address of ours to somebody: by the phone's own way, else on the clipboard. */

/** Share an address; true if it was copied, which then should be said. */
export async function shareAddress(path: string, title: string): Promise<boolean> {
  const url = new URL(path, location.origin).href;
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => {}); // changing one's mind is no error
    return false;
  }
  await navigator.clipboard.writeText(url);
  return true;
}

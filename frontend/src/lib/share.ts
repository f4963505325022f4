/** Sharing by the system's share dialog, else by the clipboard; saving as a file. */

import { linkTo } from './base';

/** Share an address of the app; true if it was copied to the clipboard, so that the screen can say so. */
export function shareAddress(path: string, title: string): Promise<boolean> {
  const url = linkTo(path);
  return shareOrCopy({ title, url }, url);
}

/** Share a text; true if it was copied to the clipboard, so that the screen can say so. */
export function shareText(title: string, text: string): Promise<boolean> {
  return shareOrCopy({ title, text }, text);
}

/** Share a picture with a text where the system can; else copy the text, and say so with true. */
export function sharePicture(title: string, text: string, picture: File): Promise<boolean> {
  const whole = { title, text, files: [picture] };
  return shareOrCopy(navigator.canShare?.(whole) ? whole : { title, text }, text);
}

/** Share a picture with an address; where files cannot be shared it is saved. */
export async function shareOrSavePicture(
  picture: Blob,
  name: string,
  title: string,
  path: string,
): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  const shared = { title, url: linkTo(path), files };
  if (navigator.canShare?.(shared))
    await navigator.share(shared).catch(() => {}); // cancelling is no error
  else saveBlob(name, picture);
}

async function shareOrCopy(shared: ShareData, copied: string): Promise<boolean> {
  if (navigator.share) {
    await navigator.share(shared).catch(() => {}); // cancelling the dialog is no error
    return false;
  }
  return copy(copied);
}

/** Copy a text, also over plain http, where browsers have no clipboard; whether it was copied. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(text), // a clipboard that is not allowed
    );
  return copySelected(text);
}

/** Select a text where nobody sees it, and copy what is selected; behind an open dialog nothing can be selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.cssText = 'position: fixed; opacity: 0';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/** Save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

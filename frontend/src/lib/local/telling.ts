/** What is told about the pack: how large it is, and why a fetch of it came to nothing. */
import { currentLanguage, say } from '$lib/texts.svelte';
import { isNoRoom } from './pack';

const MEGA = 1_000_000;

/** A size as one writes it: `8,8` in German. */
export const inMegabytes = (bytes: number): string =>
  new Intl.NumberFormat(currentLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    bytes / MEGA,
  );

/** Nothing about a fetch that was paused. */
export function complaintOfFetch(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return '';
  return say(isNoRoom(error) ? 'app.local.trouble.no_room' : 'app.offline');
}

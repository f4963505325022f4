/** What to tell about a fetch that came to nothing; nothing about one that was paused. */
import { say } from '$lib/texts.svelte';
import { isNoRoom } from './pack';

export function complaintOfFetch(error: unknown): string {
  if (error instanceof DOMException && error.name === 'AbortError') return '';
  return say(isNoRoom(error) ? 'app.local.trouble.no_room' : 'app.offline');
}

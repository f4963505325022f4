/** What to say when the server refused something, or did not answer. */
import { ApiError } from './api';
import { say } from './texts.svelte';

export function complaintOf(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : say('app.offline');
}

/** When the server refused something, or did not answer: what to say, and when to ask again. */
import { ApiError } from './api';
import { say } from './texts.svelte';

const AGAIN_MS = 2000;
const BUSY = 429;

export function complaintOf(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : say('app.offline');
}

/** Whether the same question may be answered in a moment: no connection, too many questions, a server in trouble. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === BUSY || error.status >= 500);

/** Ask until the answer comes, where there is nothing to be seen without it. */
export async function untilThere<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

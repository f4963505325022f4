/** Failed requests: what to tell people, and which to retry. */
import { ApiError } from './api';
import { say } from './texts.svelte';

const AGAIN_MS = 2000;
const BUSY = 429;

export function complaintOf(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : say('app.offline');
}

/** Whether a retry may succeed: no connection, too many requests, a server error. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === BUSY || error.status >= 500);

/** Retry until there is an answer, where nothing can be shown without it. */
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

/** Errors of loading a replay. */
import { ApiError } from '$lib/api';
import { isSealed, sealed } from '$lib/daily/sealed';
import { say, sayAny } from '$lib/texts.svelte';

export interface Problem {
  title: string;
  text: string;
  way?: { href: string; name: string };
}

/** The message for a replay that cannot be loaded. */
export function replayProblem(error: unknown): Problem {
  const isOffline = error instanceof ApiError && error.status === 0;
  if (isOffline) return { title: say('app.offline'), text: '' };
  if (error instanceof ApiError && isSealed(error)) return sealed();
  return {
    title: say('app.no_such_table'),
    text: error instanceof ApiError && error.code ? sayAny(error.code) : '',
  };
}

/** Games of today, for those who have not played the day yet. */
import type { ApiError } from '$lib/api';
import { say, sayAny } from '$lib/texts.svelte';

export const isSealed = (error: ApiError): boolean => error.code === 'daily/sealed';

/** What is shown instead of such a game. */
export const sealed = () => ({
  title: say('app.daily_sealed'),
  text: sayAny('daily/sealed'),
  way: { href: '/daily', name: say('app.daily') },
});

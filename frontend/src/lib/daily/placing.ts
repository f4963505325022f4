/** How a result of the day stands among all others, in words. */
import { currentLanguage, say } from '$lib/texts.svelte';

/** Up to so many results a place says more than a percentage. */
const SMALL_FIELD = 20;
const FORMS = ['one', 'two', 'few'] as const;

interface Placed {
  /** Among all results; null if it is not counted. */
  place: number | null;
  players: number;
  /** Per cent of the others. */
  betterThan: number | null;
}

/** "2nd of 5", or in a large field what part of it was beaten. */
export function placeText({ place, players, betterThan }: Placed): string {
  if (betterThan === null) return say('app.daily_first');
  if (place !== null && players <= SMALL_FIELD)
    return say('app.daily_place', { place: ordinal(place), count: players });
  return say('app.daily_better', { percent: betterThan, count: players - 1 });
}

function ordinal(number: number): string {
  const rule = new Intl.PluralRules(currentLanguage(), { type: 'ordinal' }).select(number);
  return say(`app.ordinal.${FORMS.find((form) => form === rule) ?? 'other'}`, { number });
}

/** Choices in words: which cities got which numbers, or what was done with the dice. */
import type { Edition } from '$lib/dicetrip/editions';
import { say, sayAny } from '$lib/texts.svelte';
import type { Option } from './views';

export function describeChoice(edition: Edition, option: Option): string {
  switch (option.do) {
    case 'keep':
      return say('app.analysis.keep');
    case 'reroll':
      return say('app.analysis.reroll', {
        dice: option.dice.map((colour) => sayAny(`colour.${colour}`)).join(', '),
      });
    default: {
      const names = new Map(edition.cities.map((city) => [city.id, city.name]));
      return option.entries
        .map(({ city, number }) => `${names.get(city) ?? city} ${number ?? '╳'}`)
        .join(', ');
    }
  }
}

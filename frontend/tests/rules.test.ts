import { describe, expect, test } from 'vitest';
import trips from '$lib/dicetrip/rules/pictures.json';
import tumbles from '$lib/tumblin/rules/pictures.json';
import { LANGUAGES } from '$lib/texts.svelte';
import { rulesHtml } from '../build/rules';

const BOOKS = [
  ['dice-trip', Object.keys(trips)],
  ['tumblin-dice', Object.keys(tumbles)],
] as const;

describe.each(BOOKS.flatMap(([game, rules]) => LANGUAGES.map((language) => ({ game, rules, language }))))(
  'the rules of $game in $language',
  ({ game, rules, language }) => {
    const html = rulesHtml(`${game}/${language}`);

    test('have a place to link to and a picture for each rule', () => {
      const places = [...html.matchAll(/<(?:p|tr) id="(\w+)">/g)].map(([, id]) => id);
      expect(places.toSorted()).toEqual(rules.toSorted());
    });

    test('show nothing that only code needs', () => {
      expect(html.replace(/ id="\w+"/g, '')).not.toMatch(/(DT|TD)\d\d|<!--|tests\/|target=501/);
    });
  },
);

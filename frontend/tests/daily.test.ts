import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cardText, type Card } from '$lib/daily/card';
import { placeText } from '$lib/daily/placing';
import { speak, type Language } from '$lib/texts.svelte';

vi.stubGlobal('document', { documentElement: {} });

describe.each<[Language, string[]]>([
  ['en', ['1st of 2', '2nd of 2', '3rd of 20', '11th of 20']],
  ['fr', ['1er sur 2', '2e sur 2', '3e sur 20', '11e sur 20']],
  ['de', ['1. von 2', '2. von 2', '3. von 20', '11. von 20']],
  ['nl', ['1e van 2', '2e van 2', '3e van 20', '11e van 20']],
])('a place in a small field, in %s', (language, told) => {
  beforeAll(() => speak(language));

  test('is told as a place', () => {
    const placed = (place: number, players: number) => placeText({ place, players, betterThan: 50 });
    expect([placed(1, 2), placed(2, 2), placed(3, 20), placed(11, 20)]).toEqual(told);
  });
});

test('in a large field a part of it says more, and the first of a day is alone', async () => {
  await speak('en');
  expect(placeText({ place: 30, players: 201, betterThan: 85 })).toBe('better than 85\u00a0% of 200 others');
  expect(placeText({ place: 1, players: 1, betterThan: null })).toBe('You are the first today.');
});

test('a card tells the result, what to compare it with, and where to play', () => {
  const card: Card = {
    title: 'Dice Trip · France',
    day: 'Wednesday',
    total: '31',
    points: 'points',
    lines: ['Champion 44', '2nd of 2'],
    address: 'here/daily',
  };
  expect(cardText(card, 'http://here/daily')).toBe(
    'Dice Trip · France, Wednesday\n31 points\nChampion 44 · 2nd of 2\nhttp://here/daily',
  );
});

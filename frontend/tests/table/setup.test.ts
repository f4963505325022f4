import { describe, expect, test } from 'vitest';
import type { Choices } from '$lib/api';
import { House, type Preset } from '$lib/tumblin/setup/house.svelte';
import { another, peopleAmong, person, wishesFor } from '$lib/setup/seats';
import { isAway, isPlayed } from '$lib/table/session/any';
import { placesOf } from '$lib/table/ranking';

const preset = (key: string, fewest: number, most: number, usual: number[] = []): Preset => ({
  key,
  rule: 'TD09',
  players: [fewest, most],
  dice: 4,
  teams: null,
  bonus: false,
  usual,
});

const CHOICES: Choices = {
  games: [
    { key: 'dicetrip', players: [1, 4], levels: [], options: { editions: [] } },
    {
      key: 'tumblin',
      players: [2, 12],
      levels: ['casual'],
      options: {
        boards: ['classic'],
        presets: [preset('duel', 2, 2), preset('duel-bonus', 2, 2), preset('crowd', 5, 12)],
        variants: [
          { key: 'target', rule: 'TD14', example: 'target=501' },
          { key: 'young', rule: 'TD12', example: 'young' },
        ],
        hands: ['human', 'steady'],
        kinds: ['d6', 'd8', 'd20'],
      },
    },
  ],
};

function house(): House {
  const found = new House();
  found.learn(CHOICES);
  return found;
}

describe('seats in the making', () => {
  test('become wishes with the names of people and the levels of bots only', () => {
    const seats = [person('Ada'), { ...person('forgotten'), occupant: 'bot' as const }, another(false)];
    expect(wishesFor(seats)).toEqual([
      { occupant: 'person', name: 'Ada', level: '' },
      { occupant: 'bot', name: '', level: 'casual' },
      { occupant: 'open', name: '', level: '' },
    ]);
    expect(peopleAmong(seats)).toEqual([person('Ada')]);
  });

  test('on one device another seat is for a person', () => {
    expect(another(true)).toEqual(person());
  });
});

describe('a house', () => {
  test('opens with what is usual for so many, which need not be the first that fits', () => {
    const found = house();
    if (found.options)
      found.options = {
        ...found.options,
        presets: [preset('throng', 13, 16, [13, 14, 15]), preset('four-teams', 16, 16, [16])],
      };
    expect(found.presetFor(15)).toBe('throng');
    expect(found.presetFor(16)).toBe('four-teams');
    found.wished = 'throng';
    expect(found.presetFor(16)).toBe('throng');
  });

  test('learns who can play, and with which bots', () => {
    expect(house().players).toEqual([2, 12]);
    expect(house().levels).toEqual(['casual']);
  });

  test('keeps the preset asked for as long as so many can play it', () => {
    const ours = house();
    ours.wished = 'duel-bonus';
    expect([2, 3, 7].map((players) => ours.presetFor(players))).toEqual(['duel-bonus', '', 'crowd']);
  });

  test('says its variants in words, with the number that is typed', () => {
    const ours = house();
    ours.variants = { target: true, young: true };
    expect(ours.words).toEqual(['target=501', 'young']);
    ours.numbers['target'] = '';
    expect(ours.takesNumber('target')).toBe(true); // its field stays while it is empty
    expect(ours.words).toEqual(['target=', 'young']);
  });

  test('names the kinds of dice in play in their own order', () => {
    const ours = house();
    ours.kinds = { d20: true, d6: true, d8: false };
    expect(ours.chosenKinds).toEqual(['d6', 'd20']);
  });
});

describe('a table of either game', () => {
  type Seen = Parameters<typeof isAway>[0];
  const seen = (seat: object, presence: boolean[], line = 'open', status = 'playing') =>
    ({ view: { status, seats: [seat] }, connection: { line, presence } }) as unknown as Seen;
  const ada = { occupant: 'person', stand_in: '' };

  test('misses a person who is not connected, unless a bot stands in', () => {
    expect(isAway(seen(ada, [false]), 0)).toBe(true);
    expect(isAway(seen(ada, [true]), 0)).toBe(false);
    expect(isAway(seen({ ...ada, stand_in: 'casual' }, [false]), 0)).toBe(false);
    expect(isAway(seen({ ...ada, occupant: 'bot' }, [false]), 0)).toBe(false);
  });

  test('is shown once its game has begun, also while the line is broken', () => {
    expect(isPlayed(seen(ada, [true], 'broken'))).toBe(true);
    expect(isPlayed(seen(ada, [true], 'open', 'open'))).toBe(false);
    expect(isPlayed(seen(ada, [true], 'gone'))).toBe(false);
  });

  test('gives those who are equal the same place, and the next one the place after all of them', () => {
    expect(placesOf([[2, 0], [1]])).toEqual([
      { who: 2, place: 1 },
      { who: 0, place: 1 },
      { who: 1, place: 3 },
    ]);
  });
});

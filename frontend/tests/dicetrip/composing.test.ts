import { describe, expect, test } from 'vitest';
import type { Options } from '$lib/dicetrip/views';
import {
  choose,
  distinct,
  flip,
  isOffered,
  makingOf,
  nextToPlace,
  NOTHING_MADE,
  numberOf,
  placeOf,
  readSplit,
  stillMade,
  tapDie,
} from '$lib/dicetrip/table/composing';

/** What the server offers for red 4, blue 2, green 6, yellow 1; only what these tests touch. */
const OPTIONS: Options = {
  cities_to_fill: 2,
  open_cities: ['lyon', 'nice', 'brest'],
  singles: { rb: [42, true], br: [24, false], gy: [61, true], yg: [16, true], rg: [46, true] },
  splits: ['rbgy', 'brgy-', 'rbrg'],
  may_cross: true,
  may_reroll: false,
  may_double: true,
};
const LAST = { ...OPTIONS, cities_to_fill: 1 };

describe('tapping dice', () => {
  test('the first tap is the tens, and the other two dice make the second number', () => {
    const made = tapDie(tapDie(NOTHING_MADE, 'red', OPTIONS), 'blue', OPTIONS);
    expect(made.first).toEqual(['red', 'blue']);
    expect(made.second).toEqual(['green', 'yellow']);
  });

  test('in the last round there is one number only', () => {
    expect(tapDie(tapDie(NOTHING_MADE, 'red', LAST), 'blue', LAST).second).toEqual([]);
  });

  test('the same die again takes it back, a third tap begins anew', () => {
    const one = tapDie(NOTHING_MADE, 'red', OPTIONS);
    expect(tapDie(one, 'red', OPTIONS).first).toEqual([]);
    expect(tapDie(tapDie(one, 'blue', OPTIONS), 'green', OPTIONS).first).toEqual(['green']);
  });

  test('with a die to be used twice all four places are tapped, and only an offered split is whole', () => {
    const twice = { ...NOTHING_MADE, twice: true };
    const first = tapDie(tapDie(twice, 'red', OPTIONS), 'blue', OPTIONS);
    expect(first.second).toEqual([]);
    const both = tapDie(tapDie(first, 'red', OPTIONS), 'green', OPTIONS);
    expect(isOffered(both, OPTIONS)).toBe(true);
    expect(tapDie(tapDie(first, 'red', OPTIONS), 'blue', OPTIONS).second).toEqual(['blue']);
  });

  test('flip swaps tens and units', () => {
    expect(flip(choose('rb', 'gy', false), 'first').first).toEqual(['blue', 'red']);
  });
});

describe('numbers and places', () => {
  test('a number is what the server says it is', () => {
    expect(numberOf(['blue', 'red'], OPTIONS)).toEqual({ number: 24, free: false });
    expect(numberOf(['red'], OPTIONS)).toBeNull();
  });

  test('of two equal numbers only one can be written: the other is not free once it stands', () => {
    const equal: Options = {
      ...OPTIONS,
      singles: { rb: [42, true], gy: [42, true] },
      splits: ['rbgy-'],
    };
    const making = choose('rb', 'gy', false);
    expect(numberOf(making.second, equal)?.free).toBe(true);
    expect(numberOf(making.second, equal, [{ city: 'lyon', dice: ['red', 'blue'] }])?.free).toBe(false);
  });

  test('the number in the hand is the one that is not placed yet', () => {
    const making = choose('rb', 'gy', false);
    const entries = [{ city: 'lyon', dice: ['red', 'blue'] as ['red', 'blue'] }];
    expect(nextToPlace(making, entries, 'first', OPTIONS)).toEqual(['green', 'yellow']);
    expect(placeOf(making.first, entries)?.city).toBe('lyon');
    expect(
      nextToPlace(making, [...entries, { city: 'nice', dice: ['green', 'yellow'] }], 'first', OPTIONS),
    ).toBeNull();
  });

  test('a number that is used already gives way to one that can be written', () => {
    expect(nextToPlace(choose('br', 'gy', false), [], 'first', OPTIONS)).toEqual(['green', 'yellow']);
    expect(nextToPlace(choose('br', '', false), [], 'first', OPTIONS)).toEqual(['blue', 'red']);
  });

  test('other dice take back what they made, but never a cross', () => {
    const entries = [
      { city: 'lyon', dice: ['red', 'blue'] as ['red', 'blue'] },
      { city: 'brest', dice: null },
    ];
    expect(stillMade(entries, choose('gy', 'rb', false))).toEqual(entries);
    expect(stillMade(entries, choose('br', 'gy', false))).toEqual([{ city: 'brest', dice: null }]);
  });

  test('coming back to the table, the dice lie as the draft says', () => {
    expect(makingOf([{ city: 'lyon', dice: ['red', 'blue'] }], OPTIONS).second).toEqual(['green', 'yellow']);
    const doubled = makingOf(
      [
        { city: 'lyon', dice: ['red', 'blue'] },
        { city: 'nice', dice: ['red', 'green'] },
      ],
      OPTIONS,
    );
    expect(doubled.twice).toBe(true);
    expect(makingOf([{ city: 'brest', dice: null }], OPTIONS)).toEqual(NOTHING_MADE);
  });
});

test('combinations of the same numbers and dice are offered once, those of other dice again', () => {
  const faces: Record<string, number> = { r: 4, b: 4, g: 2, y: 2 };
  const number = (pair: string): number => 10 * (faces[pair.charAt(0)] ?? 0) + (faces[pair.charAt(1)] ?? 0);
  const all = ['rbgy', 'rbyg', 'brgy', 'rgby', 'bgry', 'byrg', 'rgyb'].map(readSplit);
  const told = distinct(all, number).map(({ first, second }) => first + second);
  expect(told).toEqual(['rbgy', 'rgby', 'bgry', 'rgyb']); // 44 and 22; 42 twice, of other dice; 42 and 24
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Edition } from '$lib/dicetrip/editions';
import type { Sheet } from '$lib/dicetrip/views';
import { evidenceOf } from '$lib/dicetrip/why/evidence';

const france = JSON.parse(
  readFileSync(new URL('../../../src/tumbletrip/dicetrip/boards/france.json', import.meta.url), 'utf-8'),
) as Edition;

/** As the server counts it: a road of three, one bonus city, one cross in the west. */
const SHEET: Sheet = {
  marks: { lille: 11, amiens: 12, paris: 24, brest: 'x' },
  may_reroll: true,
  may_double: true,
  score: {
    bonus: 1,
    crossed: -1,
    road: 3,
    series: 0,
    zones: 7,
    tens: 5,
    tens_city: 'paris',
    tens_cities: ['nice', 'bordeaux'],
    total: 15,
    bonus_cities: { lille: 'double' },
    road_path: ['lille', 'amiens', 'paris'],
    series_path: ['lille', 'amiens'],
    clean_zones: ['NE', 'SE'],
  },
};

describe('where the points of a line come from', () => {
  test.each([
    ['bonus', ['lille']],
    ['crossed', ['brest']],
    ['road', ['lille', 'amiens', 'paris']],
    ['series', ['lille', 'amiens']],
    ['tens', ['nice', 'bordeaux']],
  ] as const)('%s lights up the cities that the server counted', (line, cities) => {
    expect(evidenceOf(line, SHEET, france).cities).toEqual(cities);
  });

  test('a clean zone is all its cities, written or not', () => {
    const { cities } = evidenceOf('zones', SHEET, france);
    expect(cities).toContain('marseille');
    expect(cities).not.toContain('brest');
    expect(cities).toHaveLength(16);
  });

  test('the tens tell what completed them, and every coloured city that was empty then', () => {
    expect(evidenceOf('tens', SHEET, france).words).toMatch(/ Nice, Bordeaux$/);
  });

  test('a road is told city by city with its numbers', () => {
    expect(evidenceOf('road', SHEET, france).words).toBe('Lille 11 – Amiens 12 – Paris 24');
  });
});

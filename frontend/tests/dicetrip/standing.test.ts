/** What the end of a game says beside its ranking. */
import { afterEach, expect, test, vi } from 'vitest';
import { isBest, keepCounted, marginOf, wasCounted } from '$lib/dicetrip/end/standing';
import type { Finished } from '$lib/records/finished';

afterEach(() => vi.unstubAllGlobals());

const game = (table: string, total: number, edition = 'france'): Finished => ({
  table,
  game: 'dicetrip',
  edition,
  at: 1,
  players: 1,
  mine: [{ name: '', total, place: 1 }],
});

test('the margin is the way to the second, and there is none between equals or alone', () => {
  expect(marginOf([31, 40, 38])).toBe(2);
  expect(marginOf([40, 40, 12])).toBeNull();
  expect(marginOf([40])).toBeNull();
});

test('a best result beats every earlier one on the same board, and needs one to beat', () => {
  const now = { table: 'now', edition: 'france' };
  const kept = [game('now', 41), game('a', 40), game('b', 60, 'germany')];
  expect(isBest(kept, now, 41)).toBe(true);
  expect(isBest(kept, now, 40)).toBe(false);
  expect(isBest([game('now', 41)], now, 41)).toBe(false);
});

test('an end is counted once for each table', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, value: string) => kept.set(place, value),
  });
  expect(wasCounted('t')).toBe(false);
  keepCounted('t');
  expect(wasCounted('t')).toBe(true);
  expect(wasCounted('u')).toBe(false);
});

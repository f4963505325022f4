import { beforeEach, describe, expect, test, vi } from 'vitest';
import { finishedDays, keepDays, longestStreak, signed, streak } from '$lib/daily/days';
import { bestOf, histogram, meanParts, summary } from '$lib/records/counting';
import { finishedTrip } from '$lib/dicetrip/finished';
import { exported, finishedGames, imported, keepFinished, type Finished } from '$lib/records/finished';
import { finishedMatch } from '$lib/tumblin/finished';
import { ended } from './table/views';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

const game = (table: string, total: number, more: Partial<Finished> = {}): Finished => ({
  table,
  game: 'dicetrip',
  edition: 'france',
  at: total,
  players: 1,
  mine: [{ name: 'Ada', total, place: 1, parts: { crossed: -1, road: total } }],
  ...more,
});

describe('streaks', () => {
  test('days in a row count back from today, or from yesterday while today can be played', () => {
    const days = { '2026-11-14': 30, '2026-11-15': 31, '2026-11-12': 20 };
    expect(streak(days, '2026-11-15')).toBe(2);
    expect(streak(days, '2026-11-16')).toBe(2);
    expect(streak(days, '2026-11-17')).toBe(0);
    expect(longestStreak(days)).toBe(2);
    expect(longestStreak({})).toBe(0);
  });
  test('they go over the ends of months, years and summer time', () => {
    expect(streak({ '2026-02-28': 1, '2026-03-01': 1 }, '2026-03-01')).toBe(2);
    expect(streak({ '2026-12-31': 1, '2027-01-01': 1 }, '2027-01-01')).toBe(2);
    expect(streak({ '2026-03-28': 1, '2026-03-29': 1, '2026-03-30': 1 }, '2026-03-30')).toBe(3);
  });
  test('the first result of a day stays', () => {
    keepDays('trip', { '2026-11-16': 30 });
    keepDays('trip', { '2026-11-16': 40 });
    expect(finishedDays('trip')).toEqual({ '2026-11-16': 30 });
  });
  test('the puzzles have days of their own', () => {
    keepDays('puzzle', { '2026-11-16': -4 });
    expect(finishedDays('puzzle')).toEqual({ '2026-11-16': -4 });
    expect(finishedDays('trip')).toEqual({});
    expect([3, 0, -16].map(signed)).toEqual(['+3', '0', '−16']);
  });
});

describe('finished games', () => {
  test('each table is kept once, the latest first', () => {
    expect(keepFinished([game('a', 30), game('b', 40)])).toBe(2);
    expect(keepFinished([game('a', 99)])).toBe(0);
    expect(finishedGames().map(({ table }) => table)).toEqual(['b', 'a']);
  });
  test('a file from one device is read on another, and strangers’ files are refused', () => {
    keepFinished([game('a', 30)]);
    keepDays('trip', { '2026-11-16': 30 });
    keepDays('puzzle', { '2026-11-15': 2 });
    const file = exported();
    expect(JSON.parse(file)).toMatchObject({ days: { '2026-11-16': 30 }, puzzles: { '2026-11-15': 2 } });
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
    expect(imported(file)).toBe(1);
    for (const wrong of ['', 'x', 'null', '[]', '{"format":"other","games":[]}']) {
      expect(imported(wrong)).toBeNull();
    }
    expect(imported('{"format":"tumbletrip-games/1","games":[{"table":1},null]}')).toBe(0);
  });
  test('of a Dice Trip table the own sheets are kept with their places', () => {
    const kept = finishedTrip('t', ended.dicetrip, [0], 7);
    const parts = { bonus: 5, crossed: -1, road: 10, series: 2, zones: 4, tens: 0 };
    expect(kept).toMatchObject({ game: 'dicetrip', edition: 'germany', players: 2, at: 7 });
    expect(kept?.mine).toEqual([{ name: 'Ada', total: 20, place: 2, parts }]);
    expect(finishedTrip('t', { ...ended.dicetrip, status: 'playing' }, [0], 7)).toBeNull();
    const { setup } = ended.dicetrip;
    expect(finishedTrip('t', { ...ended.dicetrip, setup: { ...setup, imported: true } }, [0], 7)).toBeNull();
    expect(finishedTrip('t', ended.tumblin, [0], 7)).toBeNull();
  });
  test('of a match the side’s total is kept', () => {
    expect(finishedMatch('t', ended.tumblin, [1], 7)?.mine).toEqual([{ name: 'Bo', total: 280, place: 2 }]);
    expect(finishedMatch('t', ended.dicetrip, [1], 7)).toBeNull();
    const { setup } = ended.tumblin;
    expect(finishedMatch('t', { ...ended.tumblin, setup: { ...setup, imported: true } }, [1], 7)).toBeNull();
  });
});

describe('counting', () => {
  test('averages, the best, and wins only against others', () => {
    const duel = game('c', 10, { players: 2 });
    expect(summary([])).toBeNull();
    expect(summary([game('a', 30), game('b', 40)])).toEqual({ games: 2, mean: 35, best: 40, won: null });
    expect(summary([duel, game('a', 30)])?.won).toBe(100);
    const mine = ['Ada', 'Bob'].map((name, place) => ({ name, total: 20 - place, place: place + 1 }));
    expect(summary([game('d', 20, { players: 2, mine })])?.won).toBeNull(); // all of them on this device
  });
  test('the steps of a distribution have no gaps', () => {
    expect(histogram([21, 24, 38], 5)).toEqual([
      { from: 20, to: 24, count: 2 },
      { from: 25, to: 29, count: 0 },
      { from: 30, to: 34, count: 0 },
      { from: 35, to: 39, count: 1 },
    ]);
    expect(histogram([-3], 5)).toEqual([{ from: -5, to: -1, count: 1 }]);
    expect(histogram([], 5)).toEqual([]);
  });
  test('parts that never counted are left out', () => {
    expect(meanParts([game('a', 10), game('b', 20)])).toEqual([
      ['crossed', -1],
      ['road', 15],
    ]);
  });
  test('equal results stand in the order in which they were reached', () => {
    const [one, other] = [game('a', 30, { at: 2 }), game('b', 30, { at: 1 })];
    expect(bestOf([one, other], 1).map(({ table }) => table)).toEqual(['b']);
  });
});

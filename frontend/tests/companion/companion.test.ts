import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '$lib/api';
import { Counting } from '$lib/companion/counting.svelte';
import { Shelf, type Kept } from '$lib/companion/shelf';
import { divided, isFull, nextPlace, sheetOf, type Step } from '$lib/companion/scorepad/log';
import { isComplete, nextEmpty, typed } from '$lib/companion/sheet/typing';

describe('the log of a pad', () => {
  const DICE = [2, 2];
  const read = (round: number, seat: number, dice: number[], word: string): Step => ({
    do: 'read',
    round,
    seat,
    dice,
    word,
  });
  const ROUND = [read(0, 0, [0], '5x3'), read(0, 0, [1], 'off'), read(0, 1, [0, 1], 'x0')];

  test('adds up to rounds, and a round counts when all its dice are read', () => {
    expect(sheetOf(ROUND.slice(0, 2), DICE).rounds).toEqual([
      [
        ['5x3', 'off'],
        ['', ''],
      ],
    ]);
    expect(divided(sheetOf(ROUND.slice(0, 2), DICE)).full).toEqual([]);
    const { full, open } = divided(sheetOf(ROUND, DICE));
    expect(full).toEqual([
      [
        ['5x3', 'off'],
        ['x0', 'x0'],
      ],
    ]);
    expect(open).toEqual([]);
    expect(isFull(full[0])).toBe(true);
  });

  test('a correction replaces what stood there, and taking it back brings it again', () => {
    const steps = [...ROUND, read(1, 0, [0], '1x1'), read(0, 0, [0], '6x4')];
    expect(sheetOf(steps, DICE).rounds[0]?.[0]).toEqual(['6x4', 'off']);
    expect(sheetOf(steps.slice(0, -1), DICE).rounds[0]?.[0]).toEqual(['5x3', 'off']);
    expect(divided(sheetOf(steps, DICE)).open).toEqual([
      ['1x1', ''],
      ['', ''],
    ]);
  });

  test('taken back to the start nothing is left', () => {
    expect(sheetOf([], DICE)).toEqual({ rounds: [], rolls: [[], []] });
  });

  test('the rolls for the order stand by seat', () => {
    const steps: Step[] = [4, 4, 6].map((face, place) => ({ do: 'roll', seat: place % 2, face }));
    expect(sheetOf(steps, DICE).rolls).toEqual([[4, 6], [4]]);
  });

  test('the next die is the same player’s, then the next player’s in the order of play', () => {
    const round = [
      ['', ''],
      ['', ''],
    ];
    expect(nextPlace(round, { round: 0, seat: 1, die: 0 }, [1, 0])).toEqual({ round: 0, seat: 1, die: 1 });
    const own = [
      ['', ''],
      ['1x1', '1x1'],
    ];
    expect(nextPlace(own, { round: 0, seat: 1, die: 1 }, [1, 0])).toEqual({ round: 0, seat: 0, die: 0 });
    const skipped = [
      ['', '2x2'],
      ['1x1', '1x1'],
    ];
    expect(nextPlace(skipped, { round: 0, seat: 0, die: 1 }, [1, 0])).toEqual({ round: 0, seat: 0, die: 0 });
    expect(nextPlace([['1x1']], { round: 0, seat: 0, die: 0 }, [0])).toBeNull();
  });
});

describe('typing into a city', () => {
  test('two digits, a cross, and back', () => {
    expect(typed(typed('', '3'), '4')).toBe('34');
    expect(typed('34', '5')).toBe('5');
    expect(typed('34', 'x')).toBe('x');
    expect(typed('x', 'back')).toBe('');
    expect(typed('34', 'back')).toBe('3');
    expect(typed('34', '*')).toBe('34*');
    expect(typed('34*', '*')).toBe('34');
    expect(typed('3', '*')).toBe('3');
    expect(typed('3', 'q')).toBe('3');
    expect(['x', '34', '34*', '70'].every(isComplete)).toBe(true);
    expect(['', '3'].some(isComplete)).toBe(false);
  });

  test('the next empty city comes after this one, and round again', () => {
    const cities = ['a', 'b', 'c', 'd'];
    expect(nextEmpty(cities, { b: '11', c: 'x' }, 'b')).toBe('d');
    expect(nextEmpty(cities, { b: '11', d: '12' }, 'd')).toBe('a');
    expect(nextEmpty(cities, { a: '1', b: '2', c: '3' }, 'd')).toBeNull();
  });
});

/** What a browser keeps, without a browser; with or without room. */
class FakeStorage implements Storage {
  private readonly kept = new Map<string, string>();
  isFull = false;
  [name: string]: unknown;
  get length(): number {
    return this.kept.size;
  }
  clear = () => this.kept.clear();
  getItem = (key: string) => this.kept.get(key) ?? null;
  key = (place: number) => [...this.kept.keys()][place] ?? null;
  removeItem = (key: string) => void this.kept.delete(key);
  setItem = (key: string, value: string) => {
    if (this.isFull) throw new Error('full');
    this.kept.set(key, value);
  };
}

describe('a shelf', () => {
  const storage = new FakeStorage();
  const shelf = new Shelf<Kept & { word: string }>('shelf', storage);
  beforeEach(() => storage.clear());

  test('keeps documents apart from everything else, the latest first', () => {
    shelf.put({ id: 'a', at: 1, word: 'old' });
    shelf.put({ id: 'b', at: 2, word: 'new' });
    storage.setItem('shelf.broken', '{');
    storage.setItem('shelf.other', '{"id": "else"}');
    storage.setItem('another.a', '{"id": "a"}');
    expect(shelf.all().map(({ word }) => word)).toEqual(['new', 'old']);
    shelf.remove('a');
    expect(shelf.get('a')).toBeNull();
  });

  test('says when there is no room', () => {
    storage.isFull = true;
    expect(shelf.put({ id: 'a', at: 1, word: '' })).toBe(false);
    storage.isFull = false;
  });
});

describe('counting', () => {
  const offline = new ApiError(0, 'app.offline', '');
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('asks once for many quick changes, and for the last of them', async () => {
    const ask = vi.fn((body: number) => Promise.resolve(10 * body));
    const counting = new Counting<number, number>(ask);
    for (const body of [1, 2, 3]) counting.want(body, 'en');
    expect(counting.state).toBe('counting');
    await vi.advanceTimersByTimeAsync(500);
    expect(ask.mock.calls).toEqual([[3]]);
    expect([counting.state, counting.answer]).toEqual(['counted', 30]);
  });

  test('without a line the old answer stays, and the new one comes when the line is back', async () => {
    let isOnline = true;
    const ask = vi.fn((body: number) => (isOnline ? Promise.resolve(body) : Promise.reject(offline)));
    const kept: number[] = [];
    const counting = new Counting<number, number>(ask, ({ answer }) => kept.push(answer));
    counting.want(1, 'en');
    await vi.advanceTimersByTimeAsync(500);
    isOnline = false;
    counting.want(2, 'en');
    await vi.advanceTimersByTimeAsync(500);
    expect([counting.state, counting.answer]).toEqual(['waiting', 1]);
    isOnline = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect([counting.state, counting.answer, kept]).toEqual(['counted', 2, [1, 2]]);
  });

  test('is woken when the device is online again', async () => {
    const ask = vi.fn().mockRejectedValueOnce(offline).mockResolvedValue(7);
    const counting = new Counting<number, number>(ask);
    counting.want(1, 'en');
    await vi.advanceTimersByTimeAsync(200);
    counting.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([counting.state, counting.answer]).toEqual(['counted', 7]);
  });

  test('a change while the server thinks is asked for afterwards', async () => {
    const answers: ((answer: number) => void)[] = [];
    const counting = new Counting<number, number>(() => new Promise((resolve) => answers.push(resolve)));
    counting.want(1, 'en');
    await vi.advanceTimersByTimeAsync(200);
    counting.want(2, 'en');
    await vi.advanceTimersByTimeAsync(200);
    answers[0]?.(10);
    await vi.advanceTimersByTimeAsync(200);
    expect(counting.state).toBe('counting');
    answers[1]?.(20);
    await vi.advanceTimersByTimeAsync(0);
    expect([counting.state, counting.answer, answers.length]).toEqual(['counted', 20, 2]);
  });

  test('an answer after the end is not kept', async () => {
    const keep = vi.fn();
    const counting = new Counting<number, number>(() => Promise.resolve(1), keep);
    counting.want(1, 'en');
    vi.advanceTimersByTime(200);
    counting.close();
    await vi.advanceTimersByTimeAsync(200);
    expect(keep).not.toHaveBeenCalled();
  });

  test('a refusal says why, and is not asked again', async () => {
    const ask = vi.fn().mockRejectedValue(new ApiError(409, 'tumblin/same_name', 'Two have the same name.'));
    const counting = new Counting<number, number>(ask);
    counting.want(1, 'en');
    await vi.advanceTimersByTimeAsync(20_000);
    expect([counting.state, counting.problem]).toEqual(['refused', 'Two have the same name.']);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('going back to what was counted last needs no line', async () => {
    const ask = vi.fn().mockResolvedValueOnce(1).mockRejectedValue(offline);
    const counting = new Counting<number, number>(ask);
    for (const body of [1, 2]) {
      counting.want(body, 'en');
      await vi.advanceTimersByTimeAsync(500);
    }
    counting.want(1, 'en');
    expect([counting.state, counting.answer]).toEqual(['counted', 1]);
  });
});

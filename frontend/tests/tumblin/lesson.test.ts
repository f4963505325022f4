import { beforeEach, expect, test } from 'vitest';
import { GOALS, goalsReached, isNewHere, landedIn, rememberFlick } from '$lib/tumblin/hand/lesson';

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

test('the goals are reached one after the other, and none twice', () => {
  expect(landedIn(0)).toBe(0);
  expect(landedIn(4)).toBe(1); // across the line, whatever it was
  expect(landedIn(1)).toBe(1);
  expect(landedIn(3)).toBe(2);
  expect(landedIn(3)).toBe(2);
  expect(landedIn(4)).toBe(GOALS.length);
  expect(landedIn(4)).toBe(GOALS.length);
  expect(goalsReached()).toBe(GOALS.length);
});

test('the ghost leaves for good after the first flick, and the goals stay', () => {
  landedIn(1);
  expect(isNewHere()).toBe(true);
  rememberFlick();
  expect(isNewHere()).toBe(false);
  expect(goalsReached()).toBe(1);
});

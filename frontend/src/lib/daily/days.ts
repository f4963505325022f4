/** The days whose challenge this device has finished, and how many of them in a row. */
import { read, write } from '$lib/device';

/** Where the days of each challenge are kept: the trip of Dice Trip, the puzzle of Tumblin-Dice. */
const PLACES = { trip: 'tumbletrip.daily', puzzle: 'tumbletrip.puzzles' };
export type Challenge = keyof typeof PLACES;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Points by day, as 2026-11-16. */
export type Days = Record<string, number>;

export function finishedDays(of: Challenge): Days {
  const found = read<unknown>(PLACES[of], {});
  return typeof found === 'object' && found !== null ? (found as Days) : {};
}

/** Remember the points of days; what was known first stays. */
export function keepDays(of: Challenge, days: Days): void {
  write(PLACES[of], { ...days, ...finishedDays(of) });
}

export function yesterday(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

/** How many days in a row are finished, up to today or, while today can still be played, up to yesterday. */
export function streak(days: Days, day: string): number {
  let at = day in days ? day : yesterday(day);
  let length = 0;
  while (at in days) {
    length += 1;
    at = yesterday(at);
  }
  return length;
}

/** A lead, or a gap: with its sign, and a true minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}

export function longestStreak(days: Days): number {
  return Math.max(0, ...Object.keys(days).map((day) => streak(days, day)));
}

/** A day as people write it; a day is the same everywhere, whatever the clock on the wall says. */
export function dayText(day: string, language: string): string {
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  return words.format(Date.parse(day));
}

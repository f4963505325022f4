/** The days whose challenge this device has finished, and how many of them in a row. */
import { read, write } from '$lib/device';

const DAYS = 'tumbletrip.daily';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Points by day, as 2026-11-16. */
export type Days = Record<string, number>;

export function finishedDays(): Days {
  const found = read<unknown>(DAYS, {});
  return typeof found === 'object' && found !== null ? (found as Days) : {};
}

/** Remember the points of days; what was known first stays. */
export function keepDays(days: Days): void {
  write(DAYS, { ...days, ...finishedDays() });
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

export function longestStreak(days: Days): number {
  return Math.max(0, ...Object.keys(days).map((day) => streak(days, day)));
}

/** A day as people write it; a day is the same everywhere, whatever the clock on the wall says. */
export function dayText(day: string, language: string): string {
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  return words.format(Date.parse(day));
}

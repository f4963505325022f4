/** Averages and distributions of finished games. */
import type { Finished, Mine } from './finished';

export interface Summary {
  games: number;
  mean: number;
  best: number;
  /** Per cent of the games that were won against players elsewhere or bots; null if there was none. */
  won: number | null;
}

export const ownResults = (games: Finished[]): Mine[] => games.flatMap(({ mine }) => mine);

export function summary(games: Finished[]): Summary | null {
  const results = ownResults(games);
  if (!results.length) return null;
  const contested = games.filter(({ players, mine }) => players > mine.length);
  const won = contested.filter(({ mine }) => mine.some(({ place }) => place === 1));
  return {
    games: games.length,
    mean: mean(results.map(({ total }) => total)),
    best: Math.max(...results.map(({ total }) => total)),
    won: contested.length ? Math.round((100 * won.length) / contested.length) : null,
  };
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** How often results fell into steps of equal width; no step in between is left out. */
export function histogram(totals: number[], width: number): Bin[] {
  if (!totals.length) return [];
  const step = (total: number): number => Math.floor(total / width);
  const steps = totals.map(step);
  const first = Math.min(...steps);
  const bins = Array.from({ length: Math.max(...steps) - first + 1 }, (_, place) => ({
    from: (first + place) * width,
    to: (first + place + 1) * width - 1,
    count: 0,
  }));
  for (const at of steps) {
    const bin = bins[at - first];
    if (bin) bin.count += 1;
  }
  return bins;
}

/** The mean of each line of the score column; lines that never paid or cost anything are left out. */
export function meanParts(games: Finished[]): [string, number][] {
  const results = ownResults(games).flatMap(({ parts }) => (parts ? [parts] : []));
  const names = [...new Set(results.flatMap((parts) => Object.keys(parts)))];
  const means = names.map((name): [string, number] => [name, mean(results.map((own) => own[name] ?? 0))]);
  return means.filter(([, value]) => value !== 0);
}

export interface Best {
  table: string;
  name: string;
  total: number;
  at: number;
}

/** The best results with the tables where they were reached. */
export function bestOf(games: Finished[], count: number): Best[] {
  const all = games.flatMap(({ table, at, mine }) =>
    mine.map(({ name, total }) => ({ table, at, name, total })),
  );
  return all.toSorted((one, other) => other.total - one.total || one.at - other.at).slice(0, count);
}

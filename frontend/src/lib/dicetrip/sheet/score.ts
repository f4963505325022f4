/** The lines of the score column, in the order of the printed one. */
import type { Score } from '$lib/dicetrip/views';

export interface Line {
  key: 'bonus' | 'crossed' | 'road' | 'series' | 'zones' | 'tens' | 'total';
  points: number;
}

export function lines(score: Score, tens: boolean): Line[] {
  const all: Line[] = [
    { key: 'bonus', points: score.bonus },
    { key: 'crossed', points: score.crossed },
    { key: 'road', points: score.road },
    { key: 'series', points: score.series },
    { key: 'zones', points: score.zones },
  ];
  if (tens) all.push({ key: 'tens', points: score.tens ?? 0 });
  return [...all, { key: 'total', points: score.total }];
}

/** Points with their sign, a true minus, and a plain nought. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : points > 0 ? `+${points}` : '0';
}

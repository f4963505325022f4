/** What an analysis of Tumblin-Dice found: the shape of analysis/tumblin/document.py. */
import type { Estimate } from '$lib/analysis/documents';

/** How a hand strays around what it means: shares of the speed, radians, half-widths of a die. */
export interface Spread {
  /** The table shook it; or estimated from the flicks; or too few of them, and a practised hand is assumed. */
  known_by: 'table' | 'flicks' | 'nothing';
  speed: number;
  azimuth: number;
  hit_height: number;
  hit_side: number;
}

export interface JudgedFlick {
  number: number;
  round: number;
  die: string;
  place: string;
  face: number;
  x: number;
  y: number;
  /** What the flicked die counts where it lies. */
  points: number;
  /** How the sheet changed for the own side, and for the others in the mean. */
  own: number;
  others: number;
  brought: number;
  expected: Estimate;
  luck: number;
}

export interface JudgedHand {
  name: string;
  spread: Spread;
  brought: number;
  expected: Estimate;
  luck: number;
  places: Record<string, number>;
  best_place: string | null;
  flicks: JudgedFlick[];
}

export interface TumbleAnalysis {
  game: 'tumblin';
  board: string;
  flights: number;
  players: JudgedHand[];
}

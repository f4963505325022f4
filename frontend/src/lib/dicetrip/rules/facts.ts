/** What the pictures of rules show, as `tools/app/rule_pictures.py` works it out. */
import type { Colour } from '$lib/dicetrip/views';

export interface MapFacts {
  /** The cities in the middle of the picture; none shows the whole map. */
  around: string[];
  marks: Record<string, number | 'x'>;
  bonus: string[];
  road: string[];
  series: string[];
  lit: string[];
}

export interface DiceRow {
  dice: { colour: Colour; face: number; isOut: boolean }[];
  /** What they make. */
  number?: number;
  /** Those that were rolled again. */
  changed?: Colour[];
}

export interface Facts {
  rows?: DiceRow[];
  map?: MapFacts;
  tracker?: { used: number[]; made: number[] };
  score?: Record<string, number>;
}

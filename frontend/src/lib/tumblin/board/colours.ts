/** The dice's colours, and for each a mark of its own: its pips have that shape. */
import { SYMBOLS } from '$lib/dicetrip/dice/symbols';

interface Look {
  hex: string;
  /** Its place in MARKS. */
  mark: number;
}

/** Shapes around the origin, about ten units wide; those from 8 on are the same, hollow. */
export const MARKS: readonly string[] = [
  SYMBOLS['triangle'] ?? '',
  SYMBOLS['square'] ?? '',
  SYMBOLS['diamond'] ?? '',
  SYMBOLS['circle'] ?? '',
  'M-2 -5.5H2V-2H5.5V2H2V5.5H-2V2H-5.5V-2H-2Z',
  'M0 -6L1.6 -1.9H5.8L2.4 0.8L3.7 5L0 2.5L-3.7 5L-2.4 0.8L-5.8 -1.9H-1.6Z',
  'M-2.8 -5H2.8L5.6 0L2.8 5H-2.8L-5.6 0Z',
  'M0 5.4L-5 -0.2A2.9 2.9 0 0 1 0 -3.6A2.9 2.9 0 0 1 5 -0.2Z',
];
export const MARK_COUNT = 16;
export const isHollow = (mark: number): boolean => mark >= MARKS.length;

const HEXES: Record<string, string> = {
  red: '#b3261b',
  blue: '#1d4f96',
  green: '#2a6f3a',
  yellow: '#e0a92a',
  white: '#efe8da',
  black: '#26241f',
  orange: '#d2691b',
  purple: '#69378f',
  pink: '#cc6391',
  turquoise: '#2b9a96',
  brown: '#6a4426',
  grey: '#82827e',
  gold: '#a9822c',
  silver: '#b4bac0',
  lime: '#8bab2c',
  navy: '#1f2a52',
};

const LOOKS: Record<string, Look> = Object.fromEntries(
  Object.entries(HEXES).map(([name, hex], mark) => [name, { hex, mark }]),
);

/** One after the other on the practice board. */
export const PRACTICE_COLOURS = ['red', 'blue', 'green', 'yellow'] as const;

export const lookOf = (colour: string): Look => LOOKS[colour] ?? { hex: '#82827e', mark: 11 };

/** The pips of light dice are dark, those of bonus dice golden, where gold is seen. */
export function pipColour(hex: string, isBonus: boolean): string {
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16) / 255;
  const light = 0.3 * part(1) + 0.59 * part(3) + 0.11 * part(5);
  if (light > 0.55) return '#2b2115';
  return isBonus ? '#ffc247' : '#fff6e2';
}

/** Where the pips of a d6 are, from -1 to 1. */
const [L, M, R] = [-0.52, 0, 0.52] as const;
export const PIPS: Record<number, [number, number][]> = {
  1: [[M, M]],
  2: [
    [L, L],
    [R, R],
  ],
  3: [
    [L, L],
    [M, M],
    [R, R],
  ],
  4: [
    [L, L],
    [L, R],
    [R, L],
    [R, R],
  ],
  5: [
    [L, L],
    [L, R],
    [M, M],
    [R, L],
    [R, R],
  ],
  6: [
    [L, L],
    [L, M],
    [L, R],
    [R, L],
    [R, M],
    [R, R],
  ],
};

/** Each colour of the dice has a shape of its own, for those who do not see the colour. */
import type { Colour } from '$lib/dicetrip/views';

/** Shapes around the origin, about ten units wide. */
export const SYMBOLS: Record<string, string> = {
  triangle: 'M0 -6L5.6 4.2H-5.6Z',
  square: 'M-4.5 -4.5H4.5V4.5H-4.5Z',
  diamond: 'M0 -6.2L6.2 0L0 6.2L-6.2 0Z',
  circle: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z',
};

export const SHAPE_OF: Record<Colour, string> = {
  red: 'triangle',
  blue: 'square',
  green: 'diamond',
  yellow: 'circle',
};

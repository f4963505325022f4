/** Dice of the score pad as people read them. */
import { say } from '$lib/texts.svelte';
import type { Word } from './log';

/** Face and zone, or where the die went: 5×3, line, ✕, ✕ 4. */
export function dieText(word: Word | undefined): string {
  if (!word) return '';
  if (word === 'x0') return say('app.scorepad_line_short');
  if (word.startsWith('off')) return word === 'off' ? '✕' : `✕ ${word.slice(4)}`;
  return word.replace('x', '×');
}

/** The face that is noted, if one is. */
export const faceOf = (word: Word | undefined): number | undefined =>
  Number(word?.match(/\d+/)?.[0]) || undefined;

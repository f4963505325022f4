/** Points as people read them: one decimal, a true minus, the comma or point of their language. */
import { currentLanguage } from '$lib/texts.svelte';

export function points(value: number): string {
  return format(value, 'auto');
}

/** With its sign, for what was won or lost. */
export function gained(value: number): string {
  return format(value, 'exceptZero');
}

function format(value: number, signDisplay: 'auto' | 'exceptZero'): string {
  const shown = new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay,
  });
  return shown.format(Math.round(value * 10) / 10 + 0).replace('-', '−');
}

/** The same places, moved down as little as it takes for each to be `gap` from the next. */
export function apart(places: number[], gap: number): number[] {
  const moved = [...places];
  let free = -Infinity;
  const fromTop = places
    .map((place, index) => ({ place, index }))
    .sort((one, other) => one.place - other.place);
  for (const { place, index } of fromTop) {
    moved[index] = Math.max(place, free);
    free = moved[index] + gap;
  }
  return moved;
}

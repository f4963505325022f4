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

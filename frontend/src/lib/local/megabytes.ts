/** How much room something takes, as one writes it: 8.8 in English, 8,8 elsewhere. */
import { currentLanguage } from '$lib/texts.svelte';

const ONE_PLACE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export const inMegabytes = (bytes: number): string =>
  (bytes / 1_000_000).toLocaleString(currentLanguage(), ONE_PLACE);

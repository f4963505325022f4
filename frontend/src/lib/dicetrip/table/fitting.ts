/** Which of the server's fits are worth a line: those on the longest road first. */
import type { CityFit } from '$lib/api';

const MOST_SHOWN = 3;

export function bestFits(fits: readonly CityFit[]): CityFit[] {
  const best = fits.toSorted((one, other) => other.road - one.road || one.lowest - other.lowest);
  return best.slice(0, MOST_SHOWN);
}

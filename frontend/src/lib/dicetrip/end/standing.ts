/** How good a result is, and whether this device has seen it counted. */
import { read, write } from '$lib/device';
import type { Finished } from '$lib/records/finished';

/** By how many points the winner is ahead; null if nobody is, or there was nobody else. */
export function marginOf(totals: readonly number[]): number | null {
  const [first, second] = totals.toSorted((one, other) => other - one);
  return first === undefined || second === undefined || first === second ? null : first - second;
}

/** Whether a total beats every earlier game of this device on the same board; the first game beats nothing. */
export function isBest(
  games: readonly Finished[],
  now: Pick<Finished, 'table' | 'edition'>,
  total: number,
): boolean {
  const earlier = games
    .filter(
      ({ game, edition, table }) => game === 'dicetrip' && edition === now.edition && table !== now.table,
    )
    .flatMap(({ mine }) => mine.map((own) => own.total));
  return earlier.length > 0 && total > Math.max(...earlier);
}

const PLACE = 'tumbletrip.counted';
const MOST = 40;

const countedTables = (): string[] => {
  const found = read<unknown>(PLACE, []);
  return Array.isArray(found) ? found.filter((table) => typeof table === 'string') : [];
};

export const wasCounted = (table: string): boolean => countedTables().includes(table);

/** The end of a table is counted once on a device: later it is simply there. */
export function keepCounted(table: string): void {
  if (!wasCounted(table)) write(PLACE, [table, ...countedTables()].slice(0, MOST));
}

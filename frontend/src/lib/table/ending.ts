/** The end of a game, whichever it is: who won, and the same table once more. */
import { api } from '$lib/api';
import { knownTable, remember } from '$lib/device';
import { go } from '$lib/router.svelte';
import { say } from '$lib/texts.svelte';
import type { AnyTable } from './any';

export const headlineFor = (winners: readonly string[]): string =>
  winners.length > 1
    ? say('app.shared_win', { names: winners.join(', ') })
    : say('app.winner', { name: winners[0] ?? '' });

/** Go to the table that follows this one; whoever asks first opens it. */
export async function playAgain({ table, view }: Pick<AnyTable, 'table' | 'view'>): Promise<void> {
  const known = knownTable(table);
  const secret = known?.seats[0]?.secret;
  const next = view?.rematch ?? (secret ? (await api.rematch(table, secret)).table : null);
  if (!next) return;
  // The secrets of this table open the same seats there.
  if (known) {
    const { seats, names, game, edition } = known;
    remember(next, { seats, names, game, edition });
  }
  go(`/t/${next}`);
}

/** The end of any game: the headline, and the rematch. */
import { api } from '$lib/api';
import { knownTable, remember } from '$lib/device';
import { go } from '$lib/router.svelte';
import { say, type Who } from '$lib/texts.svelte';
import type { AnyTable } from '$lib/table/session/any';

/** Who won: the sides that did, each with its people. */
export function headlineFor(winners: readonly (readonly Who[])[]): string {
  const names = winners.flat();
  if (winners.length > 1) return say('app.shared_win', { names });
  return names.length > 1 ? say('app.team_wins', { names }) : say('app.winner', { name: names[0] ?? '' });
}

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

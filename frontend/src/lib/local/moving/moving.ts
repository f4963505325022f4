/** Games under way that move house: from this device to the server, from the server to this device. */
import { api, type NewTable, type SeatWish } from '$lib/api';
import { knownTable, remember } from '$lib/device';
import type { Seat, TableView } from '$lib/protocol/views';
import { go } from '$lib/router.svelte';

/** Whether a game can move: it is under way, and neither a day's nor begun in the middle, as lessons are. */
export function mayMove(view: TableView | null): boolean {
  return view?.status === 'playing' && !['daily', 'position'].some((name) => name in view.setup.options);
}

/** The seats of the game after the move: those that are `free` wait for somebody. */
export function wishes(
  seats: readonly Seat[],
  players: readonly number[],
  free: ReadonlySet<number>,
): SeatWish[] {
  return players.map((number) => {
    const { occupant, name, level } = seats[number] ?? { occupant: 'open', name: '', level: '' };
    if (occupant === 'bot')
      return { occupant: free.has(number) ? 'open' : 'bot', name: '', level: free.has(number) ? '' : level };
    return { occupant: free.has(number) ? 'open' : 'person', name, level: '' };
  });
}

/** Take a game to another house and go there; raises ApiError. */
export async function move(
  table: string,
  view: TableView,
  where: 'server' | 'here',
  free: ReadonlySet<number>,
): Promise<void> {
  const known = knownTable(table);
  const record = await api.soFar(table, known?.seats[0]?.secret ?? '');
  const seats = wishes(view.seats, view.players, free);
  const wish: NewTable = { game: view.setup.game, options: {}, seats, seconds_per_decision: null, record };
  const opened = await api.open(wish, where);
  remember(opened.table, {
    ...(known ? { edition: known.edition, names: known.names } : {}),
    code: opened.code,
    seats: opened.seats,
    game: view.setup.game,
    isOver: false,
  });
  if (!waitsForOthers(table, view)) remember(table, { goesOn: opened.table });
  go(`/t/${opened.table}`);
}

/** Whether people on other devices play at a table, and may play on there. */
function waitsForOthers(table: string, { seats }: TableView): boolean {
  const own = new Set(knownTable(table)?.seats.map(({ seat }) => seat));
  return seats.some(({ occupant }, number) => occupant === 'person' && !own.has(number));
}

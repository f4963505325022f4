/** A finished match of Tumblin-Dice, as this device remembers it. */
import type { TableView } from '$lib/protocol/views';
import type { Finished } from '$lib/records/finished';
import { placeOf } from '$lib/table/ranking';

/** The match as those on these seats keep it, with the totals of their sides; null unless it is over. */
export function finishedMatch(table: string, view: TableView, seats: number[], at: number): Finished | null {
  const { play } = view;
  if (view.status !== 'over' || play?.game !== 'tumblin' || view.setup.imported) return null;
  const mine = view.players.flatMap((seat, player) => {
    const side = play.sides.findIndex((players) => players.includes(player));
    if (!seats.includes(seat) || side < 0) return [];
    const name = view.seats[seat]?.name ?? '';
    return [{ name, total: play.totals[side] ?? 0, place: placeOf(play.ranking, side) }];
  });
  return { table, game: play.game, edition: '', at, players: view.players.length, mine };
}

/** A finished game of Dice Trip, as this device remembers it. */
import type { TableView } from '$lib/protocol/views';
import type { Finished } from '$lib/records/finished';
import { placeOf } from '$lib/table/ranking';
import type { Score } from './views';

/** The game as those on these seats keep it; null unless it is one of Dice Trip that is over. */
export function finishedTrip(table: string, view: TableView, seats: number[], at: number): Finished | null {
  const { play } = view;
  if (view.status !== 'over' || play?.game !== 'dicetrip' || view.setup.imported) return null;
  const mine = view.players.flatMap((seat, player) => {
    const sheet = play.sheets[player];
    if (!seats.includes(seat) || !sheet) return [];
    const name = view.seats[seat]?.name ?? '';
    return [
      { name, total: sheet.score.total, place: placeOf(play.ranking, player), parts: parts(sheet.score) },
    ];
  });
  return { table, game: play.game, edition: play.edition, at, players: view.players.length, mine };
}

/** The lines of the score column that are added up. */
const parts = (score: Score): Record<string, number> => ({
  bonus: score.bonus,
  crossed: score.crossed,
  road: score.road,
  series: score.series,
  zones: score.zones,
  tens: score.tens ?? 0,
});

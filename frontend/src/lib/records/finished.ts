/** The finished games that this device remembers: enough to count and to plot, without asking anybody. */
import { finishedDays, keepDays, type Challenge, type Days } from '$lib/daily/days';
import { read, write } from '$lib/device';
import type { Score, Sheet, TableView } from '$lib/protocol/views';

/** The lines of a Dice Trip score column. */
export const PARTS = ['bonus', 'crossed', 'road', 'series', 'zones', 'tens'] as const;
export type Part = (typeof PARTS)[number];

/** What somebody on this device reached. */
export interface Mine {
  name: string;
  total: number;
  /** 1 for the winner; equals share a place. */
  place: number;
  parts?: Partial<Record<Part, number>>;
}

export interface Finished {
  table: string;
  game: 'dicetrip' | 'tumblin';
  /** The board of Dice Trip. */
  edition: string;
  at: number;
  players: number;
  mine: Mine[];
}

const PLACE = 'tumbletrip.finished';
const FORMAT = 'tumbletrip-games/1';
const MOST = 2000;

const isFinished = (value: unknown): value is Finished => {
  const game = value as Partial<Finished> | null;
  return (
    typeof game === 'object' &&
    game !== null &&
    typeof game.table === 'string' &&
    (game.game === 'dicetrip' || game.game === 'tumblin') &&
    typeof game.edition === 'string' &&
    Number.isFinite(game.at) &&
    Number.isFinite(game.players) &&
    Array.isArray(game.mine) &&
    game.mine.every((own) => typeof own?.name === 'string' && Number.isFinite(own.total + own.place))
  );
};

/** All of them, the latest first. */
export function finishedGames(): Finished[] {
  const found = read<unknown>(PLACE, []);
  return Array.isArray(found) ? found.filter(isFinished).toSorted((one, other) => other.at - one.at) : [];
}

/** Remember games, each table once: what was known first stays. Returns how many were new. */
export function keepFinished(games: Finished[]): number {
  const known = finishedGames();
  const tables = new Set(known.map(({ table }) => table));
  const fresh = games.filter(({ table, mine }) => mine.length > 0 && !tables.has(table));
  const all = [...known, ...fresh].toSorted((one, other) => other.at - one.at);
  if (fresh.length) write(PLACE, all.slice(0, MOST));
  return fresh.length;
}

/** A finished game of Dice Trip as those on these seats keep it. */
export function finishedTrip(table: string, view: TableView, seats: number[], at: number): Finished | null {
  const { play } = view;
  if (view.status !== 'over' || play?.game !== 'dicetrip') return null;
  const mine = view.players.flatMap((seat, player) => {
    const sheet: Sheet | undefined = play.sheets[player];
    if (!seats.includes(seat) || !sheet) return [];
    const name = view.seats[seat]?.name ?? '';
    return [
      { name, total: sheet.score.total, place: placeOf(play.ranking, player), parts: parts(sheet.score) },
    ];
  });
  return { table, game: 'dicetrip', edition: play.edition, at, players: view.players.length, mine };
}

/** A finished match of Tumblin-Dice; totals are those of the sides. */
export function finishedMatch(
  table: string,
  view: { seats: { name: string }[]; players: number[] },
  play: { sides: number[][]; totals: number[]; ranking: number[][] | null },
  seats: number[],
  at: number,
): Finished {
  const mine = view.players.flatMap((seat, player) => {
    const side = play.sides.findIndex((players) => players.includes(player));
    if (!seats.includes(seat) || side < 0) return [];
    const name = view.seats[seat]?.name ?? '';
    return [{ name, total: play.totals[side] ?? 0, place: placeOf(play.ranking, side) }];
  });
  return { table, game: 'tumblin', edition: '', at, players: view.players.length, mine };
}

function placeOf(ranking: number[][] | null, who: number): number {
  let better = 0;
  for (const equals of ranking ?? []) {
    if (equals.includes(who)) return better + 1;
    better += equals.length;
  }
  return 1;
}

const parts = (score: Score): Record<Part, number> => ({
  bonus: score.bonus,
  crossed: score.crossed,
  road: score.road,
  series: score.series,
  zones: score.zones,
  tens: score.tens ?? 0,
});

/** Everything this device remembers, as a file. */
export function exported(): string {
  const days = finishedDays('dicetrip');
  const puzzles = finishedDays('tumblin');
  return JSON.stringify({ format: FORMAT, games: finishedGames(), days, puzzles }, null, 1);
}

/** Take in such a file; returns how many games were new, or null if it is not one of ours. */
export function imported(text: string): number | null {
  let file: { format?: unknown; games?: unknown; days?: unknown; puzzles?: unknown };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return null;
  }
  if (file?.format !== FORMAT || !Array.isArray(file.games)) return null;
  takeIn('dicetrip', file.days);
  takeIn('tumblin', file.puzzles);
  return keepFinished(file.games.filter(isFinished));
}

function takeIn(of: Challenge, found: unknown): void {
  const days = Object.entries((found ?? {}) as Days).filter(
    ([day, total]) => /^\d{4}-\d\d-\d\d$/.test(day) && Number.isFinite(total),
  );
  keepDays(of, Object.fromEntries(days));
}

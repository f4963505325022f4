/** The finished games that this device remembers: enough to count and to plot, without asking anybody. */
import { finishedDays, keepDays, type Challenge, type Days } from '$lib/daily/days';
import { read, write } from '$lib/device';

/** What somebody on this device reached. */
export interface Mine {
  name: string;
  total: number;
  /** 1 for the winner; equals share a place. */
  place: number;
  /** The lines of the score column, in their order, for games that have one. */
  parts?: Record<string, number>;
}

export interface Finished {
  table: string;
  game: string;
  /** The board it was played on, for games that have several. */
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
    typeof game.game === 'string' &&
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

/** Everything this device remembers, as a file. */
export function exported(): string {
  const days = finishedDays('trip');
  const puzzles = finishedDays('puzzle');
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
  takeIn('trip', file.days);
  takeIn('puzzle', file.puzzles);
  return keepFinished(file.games.filter(isFinished));
}

function takeIn(of: Challenge, found: unknown): void {
  const days = Object.entries((found ?? {}) as Days).filter(
    ([day, total]) => /^\d{4}-\d\d-\d\d$/.test(day) && Number.isFinite(total),
  );
  keepDays(of, Object.fromEntries(days));
}

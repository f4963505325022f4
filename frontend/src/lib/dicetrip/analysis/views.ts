/** What an analysis of Dice Trip found: the shape of analysis/dicetrip/document.py. */
import type { Estimate } from '$lib/analysis/documents';
import type { Colour, Marks } from '$lib/dicetrip/views';

export interface JudgedEntry {
  city: string;
  dice: [Colour, Colour] | null;
  number: number | null;
}

export type Option = { worth: Estimate } & (
  { do: 'keep' } | { do: 'reroll'; dice: Colour[] } | { do: 'write'; entries: JudgedEntry[] }
);

export type Mark = 'none' | 'slip' | 'mistake' | 'blunder';

export interface Decision {
  kind: 'reroll' | 'write';
  mark: Mark;
  lost: Estimate;
  played: Option;
  best: Option;
  others: Option[];
}

export interface Turn {
  round: number;
  first_roll: number[];
  thrown_again: Colour[];
  roll: number[];
  /** The sheet before the turn, in notation. */
  sheet: string;
  cities: Marks;
  luck: Estimate;
  /** What the choices lost on the best ones found; never less than nought. */
  lost: Estimate;
  worth: Estimate;
  decisions: Decision[];
}

export interface JudgedPlayer {
  name: string;
  start: Estimate;
  end: Estimate;
  /** Of the whole game, whoever answered the dice; the rounds add up to it with the small change. */
  luck: number;
  lost: number;
  /** The part of what was lost that no single choice shows; below nought where small choices did well. */
  small_change: number;
  error: number;
  marks: Record<'slip' | 'mistake' | 'blunder', number>;
  turns: Turn[];
}

export interface TripAnalysis {
  game: 'dicetrip';
  edition: string;
  tens: boolean;
  games: number;
  thresholds: Record<'slip' | 'mistake' | 'blunder', number>;
  players: JudgedPlayer[];
}

/** One decision of a player, and where it stands in the analysis. */
export interface Spot {
  turn: Turn;
  decision: Decision;
}

/** How chess players mark moves; read aloud as a word, since signs alone say nothing. */
export const SIGNS: Record<Mark, string> = { none: '', slip: '?!', mistake: '?', blunder: '??' };

/** Every decision of a player that deserves a mark, the dearest first. */
export function dearest(player: JudgedPlayer): Spot[] {
  return player.turns
    .flatMap((turn) => turn.decisions.map((decision) => ({ turn, decision })))
    .filter(({ decision }) => decision.mark !== 'none')
    .sort((one, other) => other.decision.lost.mean - one.decision.lost.mean);
}

/** The decision of a turn that cost most; the last one, what was written, if none cost anything. */
export function weightiest(turn: Turn): Decision | undefined {
  return turn.decisions.reduce<Decision | undefined>(
    (found, one) => (found && found.lost.mean > one.lost.mean ? found : one),
    undefined,
  );
}

/** The marks on the map when an option is taken. */
export function marksWith(turn: Turn, option: Option): Marks {
  if (option.do !== 'write') return turn.cities;
  const added = option.entries.map(({ city, number }) => [city, number ?? 'x'] as const);
  return { ...turn.cities, ...Object.fromEntries(added) };
}

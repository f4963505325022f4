/** The registry of games with screens of their own; any other game gets the plain screens. */
import type { Component } from 'svelte';
import type { Analysis, Judged } from './analysis/documents';
import type { Challenge } from './daily/days';
import type { KnownTable } from './device';
import { dicetrip } from './dicetrip/kit';
import { plainKit } from './plain/kit';
import type { TableView } from './protocol/views';
import type { Finished } from './records/finished';
import type { Language } from './texts.svelte';
import { tumblin } from './tumblin/kit';

/**
 * Loads a screen or a part of one when it is needed. One function each: the bundler folds `a ? import(x) : import(y)`
 * into one call and then loads only y's styles.
 */
export type Loader<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>;

/** Its card on the front page. */
export interface HeroProps extends Record<string, unknown> {
  isFirst: boolean;
}

/** The part of the print form that is the game's own: reports query parameters and a name for the preview. */
export interface PrintProps extends Record<string, unknown> {
  onchange: (wish: Record<string, string>, name: string) => void;
}

/** Everything the app has for one game. */
export interface GameKit {
  key: string;
  title: string;
  hero: Component<HeroProps> | null;
  newTable: Loader<{ game: string; mode: string }>;
  table: Loader<{ table: string }>;
  replay: Loader<{ table: string }>;
  /** Loads the report on an analysis, bound to what was found, and to the people it is about. */
  report: (found: Analysis, people: Judged[]) => Promise<Component>;
  /** Prefetch data for the front page, or for a table of this device. */
  fetchAhead: (known?: KnownTable) => void;
  /** The page of its rules as HTML; null if the app has none. */
  rules: ((language: Language) => Promise<string>) | null;
  /** The picture on top of that page; null if there is none. */
  rulesCover: (() => Promise<{ default: Component }>) | null;
  /** The picture of a rule, by its id; null if there are none. */
  rulePicture: Loader<{ rule: string }> | null;
  /** The game's own part of the print form; null if it has no sheets. */
  print: Loader<PrintProps> | null;
  /** How finished games are counted in My games; null if they are not. */
  records: {
    /** The result of the people on these seats; null unless the table's game is over. */
    finished: (table: string, view: TableView, seats: number[], at: number) => Finished | null;
    /** The name of the board that a game was played on. */
    boardName: (id: string) => Promise<string>;
    /** The width of a histogram bin, in points. */
    step: number;
    challenge: Challenge;
    /** Feats of this game that the device remembers. */
    feats?: Loader<Record<string, never>>;
  } | null;
}

export const GAMES: readonly [GameKit, ...GameKit[]] = [dicetrip, tumblin];

/** The kit of a game: its own, or a plain one. */
export function kitOf(game: string): GameKit {
  return GAMES.find(({ key }) => key === game) ?? plainKit(game);
}

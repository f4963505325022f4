/** What the server shows of a table: the shapes of tables/views.py and tables/dicetrip_play.py. */

export type Colour = 'red' | 'blue' | 'green' | 'yellow';
export const COLOURS: readonly Colour[] = ['red', 'blue', 'green', 'yellow'];

/** Two dice as the server writes them, tens first: `rb`. */
export type Pair = string;

export interface Entry {
  city: string;
  dice: [Colour, Colour] | null;
}

export interface Score {
  bonus: number;
  crossed: number;
  road: number;
  series: number;
  zones: number;
  tens: number | null;
  /** The city whose number completed the six tens. */
  tens_city: string | null;
  total: number;
  bonus_cities: Record<string, string>;
  road_path: string[];
  series_path: string[];
  clean_zones: string[];
}

export interface Sheet {
  marks: Record<string, number | 'x'>;
  may_reroll: boolean;
  may_double: boolean;
  score: Score;
}

export interface Options {
  cities_to_fill: number;
  open_cities: string[];
  /** The number each pair makes, and whether it may still be written. */
  singles: Record<Pair, [number, boolean]>;
  /** Two pairs, such as `rbgy`; with `-` behind them if their numbers cannot both be written. */
  splits: string[];
  may_cross: boolean;
  may_reroll: boolean;
  may_double: boolean;
}

export interface OwnView {
  seat: number;
  sheet: Sheet;
  draft: Entry[];
  options: Options | null;
}

export interface Wrote {
  kind: 'wrote';
  seat: number;
  entries?: Entry[];
  doubled?: Colour | null;
  tens_bonus?: number | null;
}

export type PlayEvent =
  | { kind: 'rolled'; seat: number; roll: number[] }
  | { kind: 'rerolled'; seat: number; dice: Colour[]; roll: number[] }
  | { kind: 'kept'; seat: number }
  | { kind: 'drafted'; seat: number; entries?: Entry[] }
  | Wrote;

export interface DiceTripView {
  game: 'dicetrip';
  edition: string;
  tens: boolean;
  own_dice: boolean;
  round: number;
  phase: 'roll' | 'reroll' | 'write' | 'over';
  roller: number;
  roll: number[] | null;
  done: boolean[];
  waiting_for: number[];
  sheets: Sheet[];
  last_round: Wrote[];
  ranking: number[][] | null;
}

export interface Seat {
  occupant: 'open' | 'person' | 'bot' | 'closed';
  name: string;
  level: string;
  stand_in: string;
}

export interface TableView {
  status: 'open' | 'playing' | 'over' | 'abandoned';
  setup: { game: string; options: Record<string, unknown>; seconds_per_decision: number | null };
  seats: Seat[];
  /** The table's seat of each player in the game. */
  players: number[];
  round: number;
  waiting_for: number[];
  play: DiceTripView | null;
  rematch: string | null;
  /** By the table's seat. */
  you: Record<string, OwnView | null>;
}

export type TableEvent =
  | { kind: 'played'; play: PlayEvent }
  | { kind: 'opened'; setup: Record<string, unknown> }
  | { kind: 'started' }
  | { kind: 'abandoned' }
  | { kind: 'rematched'; table: string }
  | { kind: 'sat' | 'renamed'; seat: number; name: string }
  | { kind: 'bot_seated'; seat: number; level: string; name: string }
  | { kind: 'left'; seat: number; stand_in: string }
  | { kind: 'seat_closed' | 'returned' | 'rekeyed'; seat: number };

export interface LoggedEvent {
  seq: number;
  at: number;
  event: TableEvent;
}

/** A city of an edition file, with what is needed to draw it. */
export interface City {
  id: string;
  name: string;
  x: number;
  y: number;
  zone: string;
  colour: Colour | null;
  label: { dx: number; dy: number; anchor: 'start' | 'middle' | 'end'; lines?: string[] };
}

export interface Zone {
  id: string;
  names: Record<string, string>;
  abbr: Record<string, string>;
  abbrLabel: { x: number; y: number };
  cities: string[];
  polygon: string;
}

export interface Edition {
  id: string;
  name: Record<string, string>;
  viewbox: [number, number, number, number];
  cityRadius: number;
  colours: { id: Colour; hex: string; symbol: string }[];
  cities: City[];
  zones: Zone[];
  roads: [string, string][];
  ferries?: [string, string][];
  outline: string;
  zoneBorders: string[];
  context: Record<string, string>;
  titleSpot?: { x: number; y: number; anchor?: string; width?: number; fontSize?: number };
  compassSpot?: { x: number; y: number; r: number };
}

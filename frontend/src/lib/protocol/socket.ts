/** Messages on the socket of a table, as server/wire.py and server/socket.py write and read them. */
import type { LoggedEvent, OwnView, TableView } from './views';

export const PROTOCOL = 2;

export interface Hello {
  type: 'hello';
  secrets: string[];
  since: number;
  protocol: number;
  /** Ask for what a move changed instead of the whole view. */
  changes: boolean;
}

export interface CommandFrame {
  type: 'command';
  id: string;
  seat: number;
  round: number;
  action: Action;
}

export interface Ping {
  type: 'ping';
}

export type Action = { do: string } & Record<string, unknown>;
export type Frame = Hello | CommandFrame | Ping;

export interface Welcome {
  type: 'welcome';
  protocol: number;
  code: string;
  seats: number[];
  seq: number;
  events: LoggedEvent[];
  view: TableView;
  presence: boolean[];
}

/** What a move changed: entries of the view, of the game in it, and of one's own seats. */
export interface Changes {
  table: Partial<Omit<TableView, 'play' | 'you'>>;
  play: Partial<NonNullable<TableView['play']>>;
  you: Record<string, Partial<OwnView>>;
}

/** After a move: what it changed. After anything else: the whole view. */
export type Update = { type: 'update'; events: LoggedEvent[] } & (
  { view: TableView; changes?: undefined } | { view?: undefined; changes: Changes }
);

export interface AnswerMessage {
  type: 'answer';
  id: string;
  ok: boolean;
  seq: number;
  refusal?: string;
}

export type Message =
  Welcome | Update | AnswerMessage | { type: 'presence'; seats: boolean[] } | { type: 'pong' };

/** Why the server ended a connection, when the page must do more than come back. */
export const CLOSED = { notFound: 4404, reload: 4001, oldClient: 4002 } as const;

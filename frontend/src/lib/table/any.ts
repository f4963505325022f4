/** What a screen can know and ask of a table, whichever game is played at it. */
import type { Action } from '$lib/protocol/socket';
import type { TableView } from '$lib/protocol/views';
import type { TableConnection } from './connection.svelte';

export interface AnyTable {
  readonly table: string;
  readonly view: TableView | null;
  readonly connection: TableConnection;
  /** Connect once more, with all secrets this device has now. */
  connectAgain: () => void;
  /** Ask for something from a seat of ours; a refusal is told. */
  ask: (action: Action, seat: number) => Promise<unknown>;
  /** Say something for a moment. */
  tell: (text: string, isRefusal?: boolean) => void;
}

type Seen = Pick<AnyTable, 'view' | 'connection'>;

/** Whether the table is there and its game has begun. */
export function isPlayed({ view, connection: { line } }: Seen): boolean {
  return view !== null && view.status !== 'open' && line !== 'gone' && line !== 'outdated';
}

/** Whether the person of a seat is not connected, and no bot stands in. */
export function isAway({ view, connection }: Seen, seat: number): boolean {
  const found = view?.seats[seat];
  return found?.occupant === 'person' && !found.stand_in && !connection.presence[seat];
}

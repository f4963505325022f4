/** What shared components need of a session at a table, whichever game is played. */
import type { FairSession } from '$lib/fair/session.svelte';
import type { Action } from '$lib/protocol/socket';
import type { TableView } from '$lib/protocol/views';
import type { TableConnection } from './connection.svelte';

export interface AnyTable {
  readonly table: string;
  readonly view: TableView | null;
  readonly connection: TableConnection;
  /** How the dice of this table are drawn. */
  readonly fair: FairSession | null;
  /** Reconnect with all secrets that this device has now. */
  connectAgain: () => void;
  /** Send an action from one of our seats; shows a refusal. */
  ask: (action: Action, seat: number) => Promise<unknown>;
  /** Show a toast. */
  tell: (text: string, isRefusal?: boolean) => void;
}

type Seen = Pick<AnyTable, 'view' | 'connection'>;

/** Whether the table is there and its game has begun. */
export function isPlayed({ view, connection: { line } }: Seen): boolean {
  return view !== null && view.status !== 'open' && !['gone', 'sealed', 'outdated'].includes(line);
}

/** Whether nobody is connected to a seat of people while the game waits for people, and no bot stands in. */
export function isAway({ view, connection }: Seen, seat: number): boolean {
  const found = view?.seats[seat];
  return (
    view?.status === 'playing' &&
    (found?.occupant === 'person' || found?.occupant === 'open') &&
    !found.stand_in &&
    !connection.presence[seat]
  );
}

/** How ready the bot of a seat is, in percent: its code may still be compiled. */
export const readiness = ({ connection }: Seen, seat: number): number => connection.botsReady[seat] ?? 100;

/** Whether somebody who is not there has not come yet, as after a rematch, rather than gone away. */
export function isExpected(seen: Seen, seat: number): boolean {
  return isAway(seen, seat) && seen.view?.round === 1 && !seen.connection.met.has(seat);
}

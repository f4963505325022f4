/** Local storage of this device: its tables with the secrets of its seats, and the player's name. */
import { newId, type SeatSecret } from './api';
import type { CommandFrame } from './protocol/socket';

export interface KnownTable {
  table: string;
  code: string;
  seats: SeatSecret[];
  names: string[];
  game: string;
  edition: string;
  at: number;
  isOver: boolean;
  isLesson?: boolean;
  /** The table where the game goes on: it was taken to the server, or to this device. */
  goesOn?: string;
}

const TABLES = 'tumbletrip.tables';
const NAME = 'tumbletrip.name';
const DEVICE = 'tumbletrip.device';
const ASKED = 'tumbletrip.asked.';
const MOST_TABLES = 40;

export function read<T>(place: string, otherwise: T, storage: () => Storage = () => localStorage): T {
  try {
    const found: unknown = JSON.parse(storage().getItem(place) ?? 'null');
    return found === null ? otherwise : (found as T);
  } catch {
    return otherwise;
  }
}

export function write(place: string, value: unknown, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(place, JSON.stringify(value));
  } catch {
    // Without storage a table can be played until its page is closed.
  }
}

/** Remove what was written at a place. */
export function drop(place: string, storage: () => Storage = () => localStorage): void {
  try {
    storage().removeItem(place);
  } catch {
    // Without storage nothing was written.
  }
}

/** Tables of this device, the latest first. */
export function knownTables(): KnownTable[] {
  const found = read<KnownTable[]>(TABLES, []);
  return Array.isArray(found) ? found.toSorted((one, other) => other.at - one.at) : [];
}

export function knownTable(table: string): KnownTable | undefined {
  return knownTables().find((known) => known.table === table);
}

/** Remember a table, or update what is known of it. */
export function remember(table: string, news: Partial<KnownTable>): void {
  const known: KnownTable = knownTable(table) ?? {
    table,
    code: '',
    seats: [],
    names: [],
    game: 'dicetrip',
    edition: 'france',
    at: 0,
    isOver: false,
  };
  const others = knownTables().filter((other) => other.table !== table);
  write(TABLES, [{ ...known, ...news, at: Date.now() }, ...others].slice(0, MOST_TABLES));
}

export function forget(table: string): void {
  write(
    TABLES,
    knownTables().filter((known) => known.table !== table),
  );
}

/** The secrets that open our seats at a table. */
export function secretsAt(table: string): string[] {
  return (knownTable(table)?.seats ?? []).map((seat) => seat.secret);
}

/** Our seats at a table. */
export function seatsAt(table: string): number[] {
  return (knownTable(table)?.seats ?? []).map(({ seat }) => seat);
}

/** The secret of one of our seats. */
export function secretOf(table: string, seat: number): string {
  return knownTable(table)?.seats.find((own) => own.seat === seat)?.secret ?? '';
}

/** A random id of this device, known to it and the server only. */
export function deviceId(): string {
  const known = read<unknown>(DEVICE, null);
  if (typeof known === 'string' && /^[\w-]{16,64}$/.test(known)) return known;
  const fresh = newId();
  write(DEVICE, fresh);
  return fresh;
}

export function ownName(): string {
  const name = read<unknown>(NAME, '');
  return typeof name === 'string' ? name : '';
}

export function rememberName(name: string): void {
  write(NAME, name);
}

/** This tab's unanswered commands at a table; they are sent again after a reload. */
export function unanswered(table: string) {
  const ofThisTab = () => sessionStorage;
  return {
    read: (): CommandFrame[] => {
      const found = read<unknown>(ASKED + table, [], ofThisTab);
      return Array.isArray(found) ? (found as CommandFrame[]) : [];
    },
    write: (frames: CommandFrame[]): void => write(ASKED + table, frames, ofThisTab),
  };
}

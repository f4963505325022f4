/** Rotating the secrets of our seats at a table, which signs out other devices that hold the old ones (F13). */
import { api, ApiError, newId } from './api';
import { knownTable, read, remember, secretOf, write } from './device';

const CHANGING = 'tumbletrip.changing.';

/** Ids of pending rotations by seat; kept, since the old secret may be void before the answer arrives. */
type Asked = Record<string, string>;

const askedAt = (table: string) => read<Asked>(CHANGING + table, {});

/** Whether a rotation is pending. */
export const isChanging = (table: string) => Object.keys(askedAt(table)).length > 0;

/** Ask for new secrets for all our seats. */
export async function changeKeys(table: string): Promise<void> {
  const seats = knownTable(table)?.seats ?? [];
  const fresh = Object.fromEntries(seats.map(({ seat }) => [seat, newId()]));
  write(CHANGING + table, { ...fresh, ...askedAt(table) });
  await finishChanging(table);
}

/** Repeat pending rotations, of this tab or another; the same id gets the same answer. */
export async function finishChanging(table: string): Promise<void> {
  for (const [seat, id] of Object.entries(askedAt(table))) await changeKey(table, Number(seat), id);
}

async function changeKey(table: string, seat: number, id: string): Promise<void> {
  try {
    const own = await api.changeKey(table, seat, id, secretOf(table, seat));
    const seats = (knownTable(table)?.seats ?? []).map((known) => (known.seat === seat ? own : known));
    remember(table, { seats });
  } catch (error) {
    if (error instanceof ApiError && [404, 409].includes(error.status)) settled(table, seat);
    throw error; // no answer, or not now: it stays pending
  }
  settled(table, seat);
}

function settled(table: string, seat: number): void {
  const open = Object.entries(askedAt(table)).filter(([number]) => Number(number) !== seat);
  write(CHANGING + table, open.length ? Object.fromEntries(open) : null);
}

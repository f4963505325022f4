/** The daily challenge as this device plays it. */
import { api, newId, type Daily } from '$lib/api';
import { ownName, read, remember, write } from '$lib/device';
import { go } from '$lib/router.svelte';
import { say } from '$lib/texts.svelte';
import { keepDays } from './days';

const DEVICE = 'tumbletrip.device';

/** A name for this device that only it and the server know. */
export function deviceId(): string {
  const known = read<unknown>(DEVICE, null);
  if (typeof known === 'string' && /^[\w-]{16,64}$/.test(known)) return known;
  const fresh = newId();
  write(DEVICE, fresh);
  return fresh;
}

/** Today's challenge; a finished day is remembered for the streak. */
export async function today(): Promise<Daily> {
  const found = await api.daily(deviceId());
  if (found.total !== null) keepDays('dicetrip', { [found.day]: found.total });
  return found;
}

export async function playToday(): Promise<void> {
  const name = ownName() || say('app.you');
  const opened = await api.startDaily(deviceId(), name);
  remember(opened.table, {
    code: opened.code,
    seats: opened.seats,
    names: [name],
    game: 'dicetrip',
    edition: opened.edition,
    isOver: false,
  });
  go(`/t/${opened.table}`);
}

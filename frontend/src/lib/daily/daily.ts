/** The daily challenge as this device plays it. */
import { api, type Daily } from '$lib/api';
import { deviceId, ownName, remember } from '$lib/device';
import { go } from '$lib/router.svelte';
import { keepDays } from './days';

/** Today's challenge; a finished day is remembered for the streak. */
export async function today(): Promise<Daily> {
  const found = await api.daily(deviceId());
  if (found.total !== null) keepDays('trip', { [found.day]: found.total });
  return found;
}

export async function playToday(): Promise<void> {
  const name = ownName();
  const opened = await api.startDaily(deviceId(), name);
  remember(opened.table, {
    code: opened.code,
    seats: opened.seats,
    names: name ? [name] : [],
    game: 'dicetrip',
    edition: opened.edition,
    isOver: false,
  });
  go(`/t/${opened.table}`);
}

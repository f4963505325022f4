/** Opening tables from this device, and remembering the seats they give us. */
import { api, type NewTable } from '$lib/api';
import { ownName, remember, type KnownTable } from '$lib/device';
import { go } from '$lib/router.svelte';

/** Open a table, remember it with what the game wants to know of it, and go there. */
export async function openTable(wish: NewTable, more: Partial<KnownTable> = {}): Promise<void> {
  const opened = await api.open(wish);
  remember(opened.table, {
    code: opened.code,
    seats: opened.seats,
    names: wish.seats.flatMap((seat) => (seat.name ? [seat.name] : [])),
    game: wish.game,
    isOver: false,
    ...more,
  });
  go(`/t/${opened.table}`);
}

/** Whoever holds this device; without a name they are addressed here, and numbered on other devices. */
export const myself = () => ({ occupant: 'person' as const, name: ownName(), level: '' });

export const casualBot = () => ({ occupant: 'bot' as const, level: 'casual', name: '' });

/** Opening tables from this device, and remembering the seats they give us. */
import { api, type NewTable } from './api';
import { ownName, remember } from './device';
import { go } from './router.svelte';
import { say } from './texts.svelte';

export async function openTable(
  wish: NewTable,
  isLesson = false,
  edition = String(wish.options?.['edition'] ?? 'france'),
): Promise<void> {
  const opened = await api.open(wish);
  remember(opened.table, {
    code: opened.code,
    seats: opened.seats,
    names: wish.seats.flatMap((seat) => (seat.name ? [seat.name] : [])),
    game: wish.game,
    edition,
    isOver: false,
    isLesson,
  });
  go(`/t/${opened.table}`);
}

const myself = () => ({ occupant: 'person' as const, name: ownName() || say('app.you'), level: '' });

/** A moment of a game to go on from: a sheet in notation, and the roll that lies there. */
export interface Position {
  sheet: string;
  roll: number[];
  may_reroll: boolean;
}

/** From the same sheet and the same roll as the expert: who makes more of it? The roller is oneself. */
export function tryFrom(edition: string, round: number, position: Position): Promise<void> {
  const seats: NewTable['seats'] = [myself(), { occupant: 'bot', level: 'expert', name: '' }];
  const isSecond = (round - 1) % seats.length === 1;
  return openTable(
    { game: 'dicetrip', options: { position }, seats: isSecond ? seats.reverse() : seats },
    false,
    edition,
  );
}

/** Against one bot, at once. */
export function playNow(edition: string): Promise<void> {
  return openTable({
    game: 'dicetrip',
    options: { edition },
    seats: [myself(), { occupant: 'bot', level: 'casual', name: '' }],
  });
}

/** Tumblin-Dice against one bot, at once. */
export function flickNow(): Promise<void> {
  return openTable({
    game: 'tumblin',
    options: {},
    seats: [myself(), { occupant: 'bot', level: 'casual', name: '' }],
  });
}

/** Dice Trip with dice on the table: all on this device, or each on a phone of their own. */
export function withOwnDice(edition: string, names: string[], isOneDevice: boolean): Promise<void> {
  const seats = names.map((name, place) =>
    isOneDevice || place === 0
      ? { occupant: 'person' as const, name, level: '' }
      : { occupant: 'open' as const, name: '', level: '' },
  );
  return openTable({ game: 'dicetrip', options: { edition, own_dice: true }, seats });
}

/** A solo game whose first rolls are known, so that there is something to teach. */
export function learn(): Promise<void> {
  return openTable(
    { game: 'dicetrip', options: { edition: 'france', own_dice: true }, seats: [myself()] },
    true,
  );
}

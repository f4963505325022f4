/** Tables of Dice Trip that are opened with one tap. */
import type { NewTable } from '$lib/api';
import { casualBot, myself, openTable } from '$lib/table/opening';

/** What a table of Dice Trip is opened with; see tables of the server. */
interface TripOptions extends Record<string, unknown> {
  edition?: string;
  tens?: boolean;
  own_dice?: boolean;
  position?: Position;
}

/** Open a table on an edition's map. */
export function openTrip(
  edition: string,
  options: TripOptions,
  seats: NewTable['seats'],
  isLesson = false,
): Promise<void> {
  return openTable({ game: 'dicetrip', options, seats }, { edition, isLesson });
}

/** Against one bot, at once. */
export function playNow(edition: string): Promise<void> {
  return openTrip(edition, { edition }, [myself(), casualBot()]);
}

/** Alone, at once. */
export function playSolo(edition: string): Promise<void> {
  return openTrip(edition, { edition }, [myself()]);
}

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
  return openTrip(edition, { position }, isSecond ? seats.reverse() : seats);
}

/** With dice on the table: all on this device, or each on a phone of their own. */
export function withOwnDice(edition: string, names: string[], isOneDevice: boolean): Promise<void> {
  const seats = names.map((name, place) =>
    isOneDevice || place === 0
      ? { occupant: 'person' as const, name, level: '' }
      : { occupant: 'open' as const, name: '', level: '' },
  );
  return openTrip(edition, { edition, own_dice: true }, seats);
}

/** A solo game whose first rolls are known, so that there is something to teach. */
export function learn(): Promise<void> {
  return openTrip('france', { edition: 'france', own_dice: true }, [myself()], true);
}

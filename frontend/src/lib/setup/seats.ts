/** The seats of a table that is being set up. */
import type { SeatWish } from '$lib/api';

export interface PlannedSeat {
  occupant: 'person' | 'bot' | 'open';
  name: string;
  level: string;
}

const FIRST_LEVEL = 'casual';

export const person = (name = ''): PlannedSeat => ({ occupant: 'person', name, level: FIRST_LEVEL });

/** Whoever else comes: to this device as well, or with a device of their own. */
export const another = (isOneDevice: boolean): PlannedSeat =>
  isOneDevice ? person() : { occupant: 'open', name: '', level: FIRST_LEVEL };

export const peopleAmong = (seats: readonly PlannedSeat[]): PlannedSeat[] =>
  seats.filter(({ occupant }) => occupant === 'person');

/** The seats as the API expects them: names of people only, levels of bots only. */
export const wishesFor = (seats: readonly PlannedSeat[]): SeatWish[] =>
  seats.map(({ occupant, name, level }) => ({
    occupant,
    name: occupant === 'person' ? name : '',
    level: occupant === 'bot' ? level : '',
  }));

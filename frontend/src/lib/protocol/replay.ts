/** A finished game, moment by moment, with every sheet counted by the server. */
import type { DiceTripView, PlayEvent, Seat } from './views';

export interface Moment {
  event: PlayEvent | null;
  play: DiceTripView;
}

export interface Replay {
  table: string;
  code: string;
  seats: Seat[];
  players: number[];
  moments: Moment[];
}

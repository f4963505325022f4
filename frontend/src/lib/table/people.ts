/** What people and bots are called on the screen. */
import type { Seat } from '$lib/protocol/views';
import { say, sayAny, YOU, type Who } from '$lib/texts.svelte';

/** Who sat down at a table, and which of the seats play. */
interface Seated {
  readonly seats: readonly Seat[];
  readonly players: readonly number[];
}

/** What tables of version 0.1 wrote down for people without a name, in its four languages. */
const FORMER_YOU = ['You', 'Vous', 'Du', 'Jij'];

/** Who has a seat, in a sentence: without a name the one person of this device is addressed, others are numbered. */
export function whoHas(seat: Seat, number: number, own: readonly number[]): Who {
  const isMine = own.length === 1 && own[0] === number;
  if (isMine && (!seat.name || FORMER_YOU.includes(seat.name))) return YOU;
  return seat.name || say('app.scorepad_player', { number: number + 1 });
}

/** A player of a table or of a replay, in a sentence; `own` are the seats of this device. */
export function playerWho(table: Seated | null, player: number, own: readonly number[]): Who {
  const number = table?.players[player] ?? -1;
  const seat = table?.seats[number];
  return seat ? whoHas(seat, number, own) : '';
}

/** The name that stands by itself, as in a list. */
export const nameOf = (who: Who): string => (typeof who === 'string' ? who : say('app.you'));

/** The level of the bot that is a player; empty for people. */
export function playerLevel(table: Seated | null, player: number): string {
  return table?.seats[table.players[player] ?? -1]?.level ?? '';
}

export function levelName(level: string): string {
  const key = `app.level.${level}`;
  const text = sayAny(key);
  return text === key ? level : text;
}

/** What people and bots are called on the screen. */
import type { Seat, TableView } from '$lib/protocol/views';
import { say, sayAny } from '$lib/texts.svelte';

/** A person's own name; a bot's level in the language of the reader, numbered if there are several. */
export function nameOf(seat: Seat): string {
  if (seat.occupant !== 'bot') return seat.name;
  const number = /\d+$/.exec(seat.name)?.[0];
  return say('app.bot_name', { level: levelName(seat.level) }) + (number ? ` ${number}` : '');
}

export function playerName(view: TableView | null, player: number): string {
  const seat = view?.seats[view.players[player] ?? -1];
  return seat ? nameOf(seat) : '';
}

export function levelName(level: string): string {
  const key = `app.level.${level}`;
  const text = sayAny(key);
  return text === key ? level : text;
}

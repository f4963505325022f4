/** Tables of Tumblin-Dice that are opened with one tap. */
import { casualBot, myself, openTable } from '$lib/table/opening';

/** Against one bot, at once. */
export function flickNow(): Promise<void> {
  return openTable({ game: 'tumblin', options: {}, seats: [myself(), casualBot()] });
}

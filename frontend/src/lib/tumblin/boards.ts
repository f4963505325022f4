/** The boards of Tumblin-Dice as they are drawn and flicked on. */
import { api } from '$lib/api';
import type { BoardPicture } from './views';

const boards = new Map<string, Promise<BoardPicture>>();

/** A board's drawing, its dice and its limits, asked for once. */
export function boardOf(name: string): Promise<BoardPicture> {
  let found = boards.get(name);
  if (!found) {
    found = api.board(name);
    boards.set(name, found);
    found.catch(() => boards.delete(name));
  }
  return found;
}

/** The maps that somebody draws, kept on this device. */
import { Shelf, type Kept } from '$lib/companion/shelf';
import type { Draft } from './changes';

export interface KeptBoard extends Kept {
  draft: Draft;
  /** The whole map as one word, once nothing is wrong with it. */
  word: string | null;
  /** The word of the map when a champion was trained for it. */
  trained?: string;
}

export const boards = new Shelf<KeptBoard>('tumbletrip.board');

/** Begins the word of a map that came from nowhere but itself. */
export const OWN = 'own-';

/** The finished maps of this device, to be chosen like those of the package. */
export const ownBoards = (): { id: string; name: Record<string, string>; trained: boolean }[] =>
  boards
    .all()
    .flatMap(({ draft, word, trained }) =>
      word ? [{ id: word, name: draft.name ?? {}, trained: word === trained }] : [],
    );

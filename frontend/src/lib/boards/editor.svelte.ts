/** A map that is being drawn: its changes, what was taken back, and what the server says about it. */
import { api, type BoardFlaw } from '$lib/api';
import { drawable } from '$lib/dicetrip/sheet/drawing';
import { complaintOf } from '$lib/trouble';
import { isRoad, slim, type Draft, type Road } from './changes';
import { boards, type KeptBoard } from './kept';

const MOST_STEPS = 100;
/** Flaws for which a road that was just laid is refused. */
const REFUSED = ['no_crossing', 'past'];

export class BoardEditor {
  draft = $state.raw<Draft>() as Draft;
  flaws = $state.raw<BoardFlaw[]>([]);
  word = $state.raw<string | null>(null);
  isChecked = $state(false);
  trouble = $state('');
  /** Why something was not done. */
  refusal = $state('');
  isFull = $state(false);
  #past = $state.raw<Draft[]>([]);
  #future = $state.raw<Draft[]>([]);
  #burst = '';
  #isChecking = false;
  #version = 0;
  #newRoad: Road | null = null;
  #trained: string | undefined;

  readonly edition = $derived(drawable(this.draft));

  constructor(
    readonly id: string,
    draft: Draft,
    word: string | null = null,
    trained?: string,
  ) {
    this.#trained = trained;
    this.draft = draft;
    this.word = word;
    void this.#check();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Change the map; changes of one burst, such as a drag, are taken back together. */
  change(draft: Draft, burst = ''): void {
    if (!burst || burst !== this.#burst) this.#past = [...this.#past.slice(1 - MOST_STEPS), this.draft];
    this.#burst = burst;
    this.#future = [];
    this.refusal = '';
    this.#become(draft);
  }

  /** Lay a road; one that crosses another, or touches a city, is taken back with a word. */
  layRoad(draft: Draft, road: Road): void {
    this.change(draft);
    this.#newRoad = road;
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, this.draft];
    this.#past = this.#past.slice(0, -1);
    this.#burst = '';
    this.#become(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#past = [...this.#past, this.draft];
    this.#future = this.#future.slice(0, -1);
    this.#burst = '';
    this.#become(after);
  }

  /** Have all names placed anew, as a change of its own or as part of the one before. */
  async placeNames(burst = ''): Promise<void> {
    const version = this.#version;
    try {
      const found = await api.checkBoard(slim(this.draft), true);
      if (found.document && version === this.#version) this.change(found.document, burst);
    } catch (error) {
      this.trouble = complaintOf(error);
    }
  }

  /** Look at the map again, after an answer got lost. */
  checkAgain(): void {
    this.trouble = '';
    void this.#check();
  }

  #become(draft: Draft): void {
    this.draft = draft;
    this.word = null;
    this.isChecked = false;
    this.#newRoad = null;
    this.#version++;
    this.#keep();
    void this.#check();
  }

  /** One request at a time; what changed meanwhile is asked about when its answer is there. */
  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      let version;
      do {
        version = this.#version;
        const found = await api.checkBoard(slim(this.draft));
        if (version === this.#version) this.#hear(found.flaws, found.document, found.word);
      } while (version !== this.#version);
      this.trouble = '';
    } catch (error) {
      this.trouble = complaintOf(error);
    } finally {
      this.#isChecking = false;
    }
  }

  #hear(flaws: BoardFlaw[], drawn: Draft | null, word: string | null): void {
    const road = this.#newRoad;
    this.#newRoad = null;
    const why = road && flaws.find(({ kind, at }) => REFUSED.includes(kind) && hasRoadAt(at, road));
    if (why) {
      this.undo();
      this.#future = [];
      this.refusal = why.text;
      return;
    }
    if (drawn) this.draft = drawn;
    this.flaws = flaws;
    this.word = word;
    this.isChecked = true;
    this.#keep();
  }

  /** A champion was trained for the map as it is. */
  markTrained(): void {
    if (this.word) this.#trained = this.word;
    this.#keep();
  }

  #keep(): void {
    const kept: KeptBoard = { id: this.id, at: Date.now(), draft: this.draft, word: this.word };
    if (this.#trained) kept.trained = this.#trained;
    this.isFull = !boards.put(kept);
  }
}

/** Whether one of the roads of a flaw, given by their ends, is this one. */
function hasRoadAt(at: string[], [one, other]: Road): boolean {
  const [a, b, c, d] = at;
  return [
    [a, b],
    [c, d],
  ].some(([from, to]) => from && to && isRoad([from, to], one, other));
}

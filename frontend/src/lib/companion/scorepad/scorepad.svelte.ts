/** One game on the score pad: who plays, what was read, and what the server made of it. */
import { api, type ScorepadBody, type ScorepadCounted } from '$lib/api';
import { Counting, type CountedText } from '$lib/companion/counting.svelte';
import { newId, Shelf, type Kept } from '$lib/companion/shelf';
import { currentLanguage } from '$lib/texts.svelte';
import { keepConnected } from '$lib/reconnect';
import { divided, nextPlace, sheetOf, type Place, type Step, type Word } from './log';

/** What the table agreed on. */
export type Agreed = Omit<ScorepadBody, 'rolls' | 'rounds' | 'open_round'>;
export type Seat = ScorepadCounted['seats'][number];

export interface ScorepadDoc extends Kept {
  agreed: Agreed;
  /** The players with their dice, as the server dealt them out; they never change. */
  seats: Seat[];
  steps: Step[];
  counted: CountedText<ScorepadCounted> | null;
}

export const scorepads = new Shelf<ScorepadDoc>('tumbletrip.pad');

/** A new game for a table the server has accepted. */
export function newScorepad(agreed: Agreed, seats: Seat[]): ScorepadDoc {
  const doc: ScorepadDoc = { id: newId(), at: Date.now(), agreed, seats, steps: [], counted: null };
  scorepads.put(doc);
  return doc;
}

export class ScorepadGame {
  steps = $state.raw<Step[]>([]);
  isKept = $state(true);
  readonly counting = new Counting<ScorepadBody, ScorepadCounted>(api.countScorepad, () => this.#keep());
  #at: number;

  constructor(private readonly doc: ScorepadDoc) {
    this.steps = doc.steps;
    this.#at = doc.at;
    this.counting.last = doc.counted;
  }

  get id(): string {
    return this.doc.id;
  }

  get agreed(): Agreed {
    return this.doc.agreed;
  }

  get seats(): Seat[] {
    return this.doc.seats;
  }

  readonly sheet = $derived.by(() =>
    sheetOf(
      this.steps,
      this.doc.seats.map(({ dice }) => dice.length),
    ),
  );
  readonly parts = $derived(divided(this.sheet));
  readonly body = $derived.by<ScorepadBody>(() => ({
    ...this.doc.agreed,
    rolls: this.sheet.rolls.some((own) => own.length) ? this.sheet.rolls : [],
    rounds: this.parts.full,
    open_round: this.parts.open,
  }));
  readonly counted = $derived(this.counting.answer);
  /** The round to enter: the open one, or the one after the last. */
  readonly round = $derived(this.parts.full.length);
  readonly order = $derived.by(() => this.counted?.order ?? this.doc.seats.map((_, seat) => seat));
  /** Rounds written down after the match was over. */
  readonly tooMany = $derived(
    this.counted?.end && this.counting.state === 'counted'
      ? this.parts.full.length - this.counted.rounds.length
      : 0,
  );
  readonly isOver = $derived(Boolean(this.counted?.end && this.counting.state === 'counted'));

  /** Recount on changes, retry when online, follow other tabs; returns the clean-up. */
  live(): () => void {
    const asleep = keepConnected(this.counting);
    const unwatch = scorepads.watch(this.id, (doc) => (this.steps = doc.steps));
    return () => {
      asleep();
      unwatch();
    };
  }

  count(): void {
    this.counting.want(this.body, currentLanguage());
  }

  /** Where to begin reading: the first die of the round that is not read yet. */
  start(): Place {
    const seat = this.order[0] ?? 0;
    return (
      nextPlace(this.parts.open, { round: this.round, seat, die: -1 }, this.order) ?? {
        round: this.round,
        seat,
        die: 0,
      }
    );
  }

  /** Note a die, or several of a player that lie alike; answers with the next one to read. */
  read(place: Place, word: Word, dice = [place.die]): Place | null {
    this.#add({ do: 'read', round: place.round, seat: place.seat, dice, word });
    const round = this.sheet.rounds[place.round] ?? [];
    return nextPlace(round, place, this.order);
  }

  roll(seat: number, face: number): void {
    this.#add({ do: 'roll', seat, face });
  }

  /** Take back the last step, whatever it was. */
  undo(): Step | undefined {
    const last = this.steps.at(-1);
    this.#set(this.steps.slice(0, -1));
    return last;
  }

  #add(step: Step): void {
    this.#set([...this.steps, step]);
  }

  #set(steps: Step[]): void {
    this.steps = steps;
    this.#at = Date.now();
    this.#keep();
  }

  #keep(): void {
    this.isKept = scorepads.put({
      ...this.doc,
      at: this.#at,
      steps: this.steps,
      counted: this.counting.last,
    });
  }
}

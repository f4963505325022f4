/** State of a Dice Trip table on this device: the view, the numbers being composed, drafts and commands. */
import { knownTable } from '$lib/device';
import type { City } from '$lib/dicetrip/editions';
import { finishedTrip } from '$lib/dicetrip/finished';
import {
  COLOURS,
  ownTrip,
  type Colour,
  type DiceTripOwn,
  type DiceTripView,
  type Entry,
  type Sheet,
} from '$lib/dicetrip/views';
import type { Action } from '$lib/protocol/socket';
import type { LoggedEvent } from '$lib/protocol/views';
import { keepFinished } from '$lib/records/finished';
import { settings } from '$lib/settings.svelte';
import { sounds } from '$lib/sound';
import { TableSession } from '$lib/table/session/session.svelte';
import { say, sayAny } from '$lib/texts.svelte';
import * as composing from './composing';

const TUMBLE_MS = 600; // a die that is drawn later lies still

export type Slot = 'first' | 'second';

export class TripGame extends TableSession {
  making = $state.raw(composing.NOTHING_MADE);
  entries = $state.raw<Entry[]>([]);
  slot = $state<Slot>('first');
  isCrossing = $state(false);
  /** Whether the roller chooses dice to roll again. */
  isRerolling = $state(false);
  /** Whether the roller types the dice once more. */
  isCorrecting = $state(false);
  /** Whether keeping the dice has been submitted and not answered yet. */
  isKeeping = $state(false);
  /** Whether the round has been submitted and not answered yet. */
  isFinishing = $state(false);
  /** Counts rolls, to animate each once. */
  rolls = $state(0);
  #thrown: { dice: readonly Colour[]; at: number } = { dice: [], at: 0 };
  /** The seat that must be handed the device before its sheet is shown. */
  handOverTo = $state<number | null>(null);

  /** Supplies the faces at a table with own dice in place of the player; used by the lesson. */
  faces = $state.raw<((round: number, count: number) => number[]) | null>(null);

  /** The player whose sheet a spectator looks at; the roller's until one is chosen. */
  watched = $state<number | null>(null);

  #chosenSeat = $state<number | null>(null);
  #madeFor = ''; // the seat and round whose numbers are being made
  #keeping: Promise<void> | null = null;
  #isSending = false;
  #isDirty = false;
  /** The server's draft that our latest one replaces: stale, until the update arrives. */
  #replaced: Entry[] | undefined;

  // View

  get play(): DiceTripView | null {
    const play = this.view?.play;
    return play?.game === 'dicetrip' ? play : null;
  }

  /** The seat that this screen shows: the one chosen, else one that the game waits for, else our first. */
  get seat(): number | null {
    const own = this.ownSeats;
    if (this.#chosenSeat !== null && own.includes(this.#chosenSeat)) return this.#chosenSeat;
    const waiting = this.view?.waiting_for ?? [];
    return own.find((seat) => waiting.includes(seat)) ?? own[0] ?? null;
  }

  get own(): DiceTripOwn | null {
    return this.seat === null ? null : ownTrip(this.view?.you[String(this.seat)]);
  }

  get player(): number | null {
    return this.own?.seat ?? null;
  }

  /** The player whose sheet is on the map. */
  get shownPlayer(): number {
    return this.player ?? this.watched ?? this.play?.roller ?? 0;
  }

  get isWatching(): boolean {
    return this.seat === null;
  }

  get isDone(): boolean {
    return this.player !== null && (this.play?.done[this.player] ?? false);
  }

  get isMyRoll(): boolean {
    return this.player !== null && this.play?.roller === this.player;
  }

  /** What a die of the roll shows. */
  faceOf(die: Colour): number | null {
    return this.play?.roll?.[COLOURS.indexOf(die)] ?? null;
  }

  /** DT07: whether this player may still roll dice again before somebody writes. */
  get mayReroll(): boolean {
    return this.play?.phase === 'reroll' && this.isMyRoll;
  }

  /** Whether dice that were typed wrongly can still be typed again: nobody has written. */
  get mayCorrect(): boolean {
    const { play } = this;
    if (!play?.own_dice || this.faces || !this.isMyRoll) return false;
    return (play.phase === 'reroll' || play.phase === 'write') && !play.done.some(Boolean);
  }

  /** Whether numbers can be made; the roller begins at once, which keeps the dice. */
  get isWriting(): boolean {
    if (this.own?.options == null || this.isDone || this.isCorrecting) return false;
    return this.play?.phase === 'write' || (this.mayReroll && !this.isRerolling);
  }

  /** Whether the server has counted what is on the screen. */
  get isCounted(): boolean {
    return JSON.stringify(this.own?.draft ?? []) === JSON.stringify(this.entries);
  }

  /** The sheet including the draft. */
  get sheet(): Sheet | null {
    if (!this.own || !this.play || this.player === null) return null;
    if (this.isCounted || !this.isWriting) return this.own.sheet;
    const before = this.play.sheets[this.player];
    return before ? { ...this.own.sheet, marks: { ...before.marks, ...this.#thoughts() } } : this.own.sheet;
  }

  /** A player's sheet as this screen counts it: our own with what was written in this round, too. */
  sheetOf(player: number): Sheet | undefined {
    return player === this.player ? (this.sheet ?? undefined) : this.play?.sheets[player];
  }

  #thoughts(): Record<string, number | 'x'> {
    const options = this.own?.options;
    if (!options) return {};
    return Object.fromEntries(
      this.entries.map(({ city, dice }) => [
        city,
        dice ? (composing.numberOf(dice, options)?.number ?? 'x') : 'x',
      ]),
    );
  }

  // Composing

  /** Show another of our sheets. */
  showSeat(seat: number): void {
    this.#chosenSeat = seat;
    this.takeOver();
  }

  /** When the game no longer waits for the seat shown, go on with the next one of this device. */
  moveOn(): void {
    const waiting = this.view?.waiting_for ?? [];
    if (this.handOverTo !== null && !waiting.includes(this.handOverTo)) this.handOverTo = null;
    if (this.seat === null || waiting.includes(this.seat)) return;
    const next = this.ownSeats.find((seat) => waiting.includes(seat));
    if (next === undefined) return;
    if (settings.hideAtHandOver) this.handOverTo = next;
    else this.showSeat(next);
  }

  acceptHandOver(): void {
    if (this.handOverTo === null) return;
    const seat = this.handOverTo;
    this.handOverTo = null;
    this.showSeat(seat);
  }

  /** Adopt the server's draft, unless a newer one of ours is being sent or awaits its update. */
  takeOver(): void {
    if (this.#isSending || this.isFinishing) return;
    if (!this.mayCorrect) this.isCorrecting = false;
    this.#chosenSeat ??= this.seat;
    this.moveOn();
    this.#beginAnew();
    const options = this.own?.options;
    const draft = this.own?.draft ?? [];
    if (draft === this.#replaced) return;
    this.entries = draft;
    if (options && composing.stillMade(draft, this.making).length < draft.length) {
      this.making = composing.makingOf(draft, options);
    }
  }

  /** Reset the composer when the round or the sheet changes. */
  #beginAnew(): void {
    const now = this.isWriting ? `${this.play?.round} ${this.seat}` : '';
    if (now === this.#madeFor) return;
    this.#madeFor = now;
    this.#replaced = undefined;
    this.making = composing.NOTHING_MADE;
    this.slot = 'first';
    this.isCrossing = false;
  }

  tapDie(die: Colour): void {
    const options = this.own?.options;
    if (!options) return;
    sounds.tap();
    this.#make(composing.tapDie(this.making, die, options));
    this.slot = this.making.twice && composing.isWhole(this.making.first) ? this.slot : 'first';
  }

  flip(which: Slot): void {
    sounds.tap();
    this.#make(composing.flip(this.making, which));
  }

  choose(first: string, second: string, twice: boolean): void {
    sounds.tap();
    this.slot = 'first';
    this.#make(composing.choose(first, second, twice));
  }

  toggleTwice(): void {
    sounds.tap();
    this.#make({ ...composing.NOTHING_MADE, twice: !this.making.twice });
  }

  #make(making: composing.Making): void {
    if (this.isFinishing) return; // the round is on its way: what is tapped now would change nothing
    void this.keepDice();
    this.making = making;
    const left = composing.stillMade(this.entries, making);
    if (left.length < this.entries.length) this.#think(left);
  }

  /** A tap on a city: take back what stands there, cross it out, or write the number in the hand. */
  pick(city: City): void {
    const options = this.own?.options;
    if (!options || !this.isWriting) return;
    if (this.entries.some((entry) => entry.city === city.id)) {
      this.takeBack(city.id);
      return;
    }
    if (this.isCrossing) {
      this.cross(city);
      return;
    }
    const dice = composing.nextToPlace(this.making, this.entries, this.slot, options);
    const isFull = this.entries.length >= options.cities_to_fill;
    if (!dice || isFull) {
      this.tell(say(isFull ? 'app.all_placed' : 'app.make_number_first'));
      return;
    }
    if (!options.open_cities.includes(city.id)) {
      this.tell(sayAny('dicetrip/city_taken'), true);
      return;
    }
    sounds.write();
    this.slot = this.slot === 'first' ? 'second' : 'first';
    this.#think([...this.entries, { city: city.id, dice: dice as [Colour, Colour] }]);
  }

  /** Write the number of a slot into a city, wherever it stood before: a dragged number is let go. */
  put(slot: Slot, city: City): void {
    const options = this.own?.options;
    const dice = this.making[slot];
    if (!options || !this.isWriting || !composing.isWhole(dice)) return;
    const placed = composing.placeOf(dice, this.entries);
    const others = this.entries.filter((entry) => entry !== placed);
    const isTaken = !options.open_cities.includes(city.id) || others.some((entry) => entry.city === city.id);
    if (isTaken) this.tell(sayAny('dicetrip/city_taken'), true);
    else if (!composing.numberOf(dice, options, others)?.free)
      this.tell(sayAny('dicetrip/number_repeated'), true);
    else if (others.length >= options.cities_to_fill) this.tell(say('app.all_placed'), true);
    else {
      sounds.write();
      this.isCrossing = false;
      this.slot = slot === 'first' ? 'second' : 'first';
      this.#think([...others, { city: city.id, dice: dice as [Colour, Colour] }]);
    }
  }

  cross(city: City): void {
    const options = this.own?.options;
    if (!options || !this.isWriting || !options.may_cross) return;
    this.isCrossing = false;
    const others = this.entries.filter((entry) => entry.city !== city.id);
    if (!options.open_cities.includes(city.id)) {
      this.tell(sayAny('dicetrip/city_taken'), true);
      return;
    }
    if (others.length >= options.cities_to_fill) {
      this.tell(say('app.all_placed'), true);
      return;
    }
    sounds.cross();
    this.#think([...others, { city: city.id, dice: null }]);
  }

  takeBack(city: string): void {
    sounds.tap();
    this.#think(this.entries.filter((entry) => entry.city !== city));
  }

  undo(): void {
    if (this.entries.length) this.#think(this.entries.slice(0, -1));
    else this.#make(composing.NOTHING_MADE);
    sounds.tap();
  }

  // Commands

  #think(entries: Entry[]): void {
    if (this.isFinishing) return;
    this.entries = entries;
    if (this.#isSending) this.#isDirty = true;
    else void this.#sendDraft();
  }

  async #sendDraft(): Promise<void> {
    const seat = this.seat;
    if (seat === null) return;
    this.#isSending = true;
    if (this.mayReroll) await this.keepDice();
    do {
      this.#isDirty = false;
      this.#replaced = this.own?.draft;
      const answer = await this.connection.ask(seat, { do: 'draft', entries: this.entries });
      if (!answer.ok && !this.#isDirty) this.refused(answer.refusal);
    } while (this.#isDirty);
    this.#isSending = false;
    this.takeOver();
  }

  /** Keep the dice as they lie, so that everybody may write. */
  async keepDice(): Promise<void> {
    if (this.mayReroll) await (this.#keeping ??= this.#askToKeep());
  }

  async #askToKeep(): Promise<void> {
    this.isKeeping = true;
    await this.ask({ do: 'keep' });
    this.isKeeping = false;
    this.isRerolling = false;
    this.#keeping = null;
  }

  /** Type the dice again: what was made of them is put away, and is there again if nothing changes. */
  correct(): void {
    sounds.tap();
    this.isCorrecting = true;
    this.takeOver();
  }

  async done(): Promise<void> {
    this.isFinishing = true;
    this.#isDirty = false; // the round includes the draft: none needs to follow
    const isTaken = await this.ask({ do: 'write', entries: this.entries });
    this.isFinishing = false;
    if (isTaken) {
      sounds.done();
      this.takeOver();
    }
  }

  /** Send an action, for the seat shown unless another is named. */
  override ask(action: Action, seat = this.seat): Promise<boolean> {
    return super.ask(action, seat);
  }

  protected override refused(refusal: string): void {
    super.refused(refusal);
    this.#isDirty = false;
    this.#replaced = undefined;
    this.entries = this.own?.draft ?? [];
  }

  /** Whether a die has just been thrown: it tumbles once, however often it is drawn. */
  isTumbling(die: Colour): boolean {
    return this.#thrown.dice.includes(die) && performance.now() - this.#thrown.at < TUMBLE_MS;
  }

  // Events

  protected override hear(events: LoggedEvent[]): void {
    for (const { event } of events) {
      if (event.kind !== 'played') continue;
      const { play } = event;
      if (play.kind === 'rolled' || play.kind === 'rerolled' || play.kind === 'corrected') {
        this.rolls += 1;
        this.#thrown = { dice: play.kind === 'rerolled' ? play.dice : COLOURS, at: performance.now() };
        sounds.roll();
      }
      const isOther = play.seat !== this.player;
      const name = this.playerWho(play.seat);
      if (play.kind === 'rerolled' && isOther) this.tell(say('app.told_reroll', { name }));
      if (play.kind === 'corrected' && isOther) this.tell(say('app.told_corrected', { name }));
    }
    this.#tellDoubled(events);
    this.takeOver();
  }

  /** DT08: the others are told when somebody used a die twice, once the round is open to all. */
  #tellDoubled(events: LoggedEvent[]): void {
    const isClosed = events.some(({ event }) => event.kind === 'played' && event.play.kind === 'wrote');
    if (!isClosed || !this.play || this.play.done.some(Boolean)) return;
    for (const wrote of this.play.last_round) {
      if (wrote.doubled && wrote.seat !== this.player) {
        this.tell(
          say('app.told_double', {
            name: this.playerWho(wrote.seat),
            die: sayAny(`colour.${wrote.doubled}`),
          }),
        );
      }
    }
  }

  /** Remember how far this table is, and the game once it has ended; a lesson is no game. */
  keep(): void {
    const { view } = this;
    if (!view || !this.keepTable({ edition: String(view.setup.options['edition'] ?? 'france') })) return;
    const ended = finishedTrip(this.table, view, this.connection.seats, Date.now());
    if (ended && !knownTable(this.table)?.isLesson) keepFinished([ended]);
  }
}

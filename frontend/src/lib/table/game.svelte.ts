/** One person's Dice Trip at a table: what they see, what they are making, and what they ask the server. */
import { finishedTrip, keepFinished } from '$lib/records/finished';
import { knownTable, remember, secretsAt } from '$lib/device';
import type { City, Colour, DiceTripView, Entry, LoggedEvent, OwnView, Sheet } from '$lib/protocol/views';
import type { Action } from '$lib/protocol/socket';
import { settings } from '$lib/settings.svelte';
import { sounds } from '$lib/sound';
import { say, sayAny } from '$lib/texts.svelte';
import * as composing from './composing';
import { connect, type TableConnection } from './connection.svelte';
import { nameOf, playerName } from './people';

const NOTE_MS = 5000;

export type Slot = 'first' | 'second';

export class TableGame {
  connection: TableConnection = $state.raw(undefined as never);
  making = $state.raw(composing.NOTHING_MADE);
  entries = $state.raw<Entry[]>([]);
  slot = $state<Slot>('first');
  isCrossing = $state(false);
  /** The round is on its way to the server; it is sent once. */
  isFinishing = $state(false);
  /** Something to tell for a moment: a refusal, or what somebody did. */
  note = $state<{ text: string; isRefusal: boolean } | null>(null);
  /** Counts rolls, so that the dice tumble once for each. */
  rolls = $state(0);
  /** The seat that must be handed the device before its sheet is shown. */
  handOverTo = $state<number | null>(null);

  /** Who types the dice of a table with own dice, if not the player: the lesson. */
  faces = $state.raw<((round: number, count: number) => number[]) | null>(null);

  /** The player whose sheet a spectator looks at; the roller's until one is chosen. */
  watched = $state<number | null>(null);

  #chosenSeat = $state<number | null>(null);
  #madeFor = ''; // the seat and round whose numbers are being made
  #isSending = false;
  #isDirty = false;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.connectAgain();
  }

  /** Connect, with all secrets this device has now. */
  connectAgain(): void {
    this.connection?.close();
    this.connection = connect(this.table, () => secretsAt(this.table));
    this.connection.onnews = (events) => this.#hear(events);
  }

  close(): void {
    this.connection.close();
    clearTimeout(this.#noteTimer);
  }

  // What is seen

  get view() {
    return this.connection.view;
  }

  get play(): DiceTripView | null {
    return this.view?.play ?? null;
  }

  /** Seats of this device that play. */
  get ownSeats(): number[] {
    const players = this.view?.players ?? [];
    return this.connection.seats.filter((seat) => players.includes(seat));
  }

  /** The seat that this screen shows: the one chosen, else one that the game waits for, else our first. */
  get seat(): number | null {
    const own = this.ownSeats;
    if (this.#chosenSeat !== null && own.includes(this.#chosenSeat)) return this.#chosenSeat;
    const waiting = this.view?.waiting_for ?? [];
    return own.find((seat) => waiting.includes(seat)) ?? own[0] ?? null;
  }

  get own(): OwnView | null {
    return this.seat === null ? null : (this.view?.you[String(this.seat)] ?? null);
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

  playerName(player: number): string {
    return playerName(this.view, player);
  }

  get isDone(): boolean {
    return this.player !== null && (this.play?.done[this.player] ?? false);
  }

  get isMyRoll(): boolean {
    return this.player !== null && this.play?.roller === this.player;
  }

  get isWriting(): boolean {
    return this.play?.phase === 'write' && this.own?.options != null && !this.isDone;
  }

  /** Whether the server has counted what is on the screen. */
  get isCounted(): boolean {
    return JSON.stringify(this.own?.draft ?? []) === JSON.stringify(this.entries);
  }

  /** The sheet with what is being thought of. */
  get sheet(): Sheet | null {
    if (!this.own || !this.play || this.player === null) return null;
    if (this.isCounted || !this.isWriting) return this.own.sheet;
    const before = this.play.sheets[this.player];
    return before ? { ...this.own.sheet, marks: { ...before.marks, ...this.#thoughts() } } : this.own.sheet;
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

  // Choosing

  /** Show another of our sheets. */
  showSeat(seat: number): void {
    this.#chosenSeat = seat;
    this.takeOver();
  }

  /** When the game no longer waits for the seat shown, go on with the next one of this device. */
  moveOn(): void {
    const waiting = this.view?.waiting_for ?? [];
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

  /** Take over what the server has, unless something is on its way there. */
  takeOver(): void {
    if (this.#isSending || this.isFinishing) return;
    this.#chosenSeat ??= this.seat;
    this.moveOn();
    const options = this.own?.options;
    const draft = this.own?.draft ?? [];
    this.entries = draft;
    this.#beginAnew();
    if (options && composing.stillMade(draft, this.making).length < draft.length) {
      this.making = composing.makingOf(draft, options);
    }
  }

  /** Another round or another sheet begins with nothing made, whoever hears of it first. */
  #beginAnew(): void {
    const now = this.isWriting ? `${this.play?.round} ${this.seat}` : '';
    if (now === this.#madeFor) return;
    this.#madeFor = now;
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
    if (!dice || this.entries.length >= options.cities_to_fill) {
      this.tell(
        say(this.entries.length >= options.cities_to_fill ? 'app.all_placed' : 'app.make_number_first'),
        true,
      );
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

  // Asking

  #think(entries: Entry[]): void {
    this.entries = entries;
    if (this.#isSending) this.#isDirty = true;
    else void this.#sendDraft();
  }

  async #sendDraft(): Promise<void> {
    const seat = this.seat;
    if (seat === null) return;
    this.#isSending = true;
    do {
      this.#isDirty = false;
      const answer = await this.connection.ask(seat, { do: 'draft', entries: this.entries });
      if (!answer.ok && !this.#isDirty) this.#refused(answer.refusal);
    } while (this.#isDirty);
    this.#isSending = false;
    this.takeOver();
  }

  async done(): Promise<void> {
    this.isFinishing = true;
    this.#isDirty = false; // the round holds everything: a draft after it would be late
    const isTaken = await this.ask({ do: 'write', entries: this.entries });
    this.isFinishing = false;
    if (isTaken) {
      sounds.done();
      this.takeOver();
    }
  }

  /** Ask for an action, of the seat shown unless another is named; a refusal is told by its name. */
  async ask(action: Action, seat = this.seat): Promise<boolean> {
    if (seat === null) return false;
    const answer = await this.connection.ask(seat, action);
    if (!answer.ok) this.#refused(answer.refusal);
    return answer.ok;
  }

  #refused(refusal: string): void {
    this.tell(sayAny(refusal), true);
    this.#isDirty = false;
    this.entries = this.own?.draft ?? [];
  }

  tell(text: string, isRefusal = false): void {
    this.note = { text, isRefusal };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), NOTE_MS);
  }

  // Hearing

  #hear(events: LoggedEvent[]): void {
    for (const { event } of events) {
      if (!('play' in event)) continue;
      const { play } = event;
      if (play.kind === 'rolled' || play.kind === 'rerolled') {
        this.rolls += 1;
        sounds.roll();
      }
      const isOther = play.seat !== this.player;
      const name = this.playerName(play.seat);
      if (play.kind === 'rerolled' && isOther) this.tell(say('app.told_reroll', { name }));
    }
    this.#tellDoubled(events);
    this.takeOver();
  }

  /** DT08: the others are told when somebody used a die twice, once the round is open to all. */
  #tellDoubled(events: LoggedEvent[]): void {
    const isClosed = events.some(({ event }) => 'play' in event && event.play.kind === 'wrote');
    if (!isClosed || !this.play || this.play.done.some(Boolean)) return;
    for (const wrote of this.play.last_round) {
      if (wrote.doubled && wrote.seat !== this.player) {
        this.tell(
          say('app.told_double', {
            name: this.playerName(wrote.seat),
            die: sayAny(`colour.${wrote.doubled}`),
          }),
        );
      }
    }
  }

  /** Remember how far this table is, for the front page. */
  keep(): void {
    const { view } = this;
    if (!view || (!this.connection.seats.length && !knownTable(this.table))) return;
    remember(this.table, {
      code: this.connection.code,
      names: view.seats.filter((seat) => seat.occupant !== 'closed' && seat.name).map(nameOf),
      game: view.setup.game,
      edition: String(view.setup.options['edition'] ?? 'france'),
      isOver: view.status === 'over',
    });
    const ended = finishedTrip(this.table, view, this.connection.seats, Date.now());
    if (ended && !knownTable(this.table)?.isLesson) keepFinished([ended]);
  }
}

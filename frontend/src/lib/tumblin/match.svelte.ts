/** A match of Tumblin-Dice at a table, as one screen sees it: films first, then what they led to. */
import { boardOf } from '$lib/api';
import { knownTable, remember, secretsAt } from '$lib/device';
import type { Action } from '$lib/protocol/socket';
import type { LoggedEvent, TableView } from '$lib/protocol/views';
import { finishedMatch, keepFinished } from '$lib/records/finished';
import { mayMove } from '$lib/settings.svelte';
import { connect, type TableConnection } from '$lib/table/connection.svelte';
import { nameOf, playerName } from '$lib/table/people';
import { sayAny } from '$lib/texts.svelte';
import { untilThere } from '$lib/trouble';
import { aimedAt, firstAim, nextFace, type Aim } from './aiming';
import { startPose } from './lying';
import { tapHand } from './knocking';
import { lying, Projector, shotOf, type Shot } from './projector.svelte';
import { report } from './reporting';
import type { BoardPicture, Die, Flicked, Kind, Rest, RoundSheet, ShownDie, TumblinView } from './views';

const NOTE_MS = 5000;
const SHEET_MS = 7000; // a closed round stays on the screen this long when others play on

const MOST_MISSED = 2; // flicks that are still shown to somebody who comes back

/** The flick that an event tells of, if it does. */
const flickOf = ({ event }: LoggedEvent): Flicked | null =>
  'play' in event && (event.play.kind as string) === 'flicked' ? (event.play as unknown as Flicked) : null;

const playOf = (view: TableView | null): TumblinView | null =>
  view?.setup.game === 'tumblin' ? (view.play as unknown as TumblinView | null) : null;

export class TumblinMatch {
  connection: TableConnection = $state.raw(undefined as never);
  picture = $state.raw<BoardPicture | null>(null);
  /** The match as it is shown: behind the server's by the films that are still to be seen. */
  play = $state.raw<TumblinView | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** Every flick of the match that this screen knows. */
  shots = $state.raw<Shot[]>([]);
  /** The round that has just been closed, until somebody goes on. */
  closed = $state.raw<{ round: number; sheet: RoundSheet; rests: readonly Rest[] } | null>(null);
  isAsking = $state(false);
  /** What happened, in words. */
  told = $state('');
  note = $state<{ text: string; isRefusal: boolean } | null>(null);
  isReplaying = $state(false);

  readonly projector = new Projector(
    () => this.picture,
    () => this.dice,
  );
  #queue: Shot[] = [];
  #rolling = $state.raw<number[]>([]);
  #isShowing = $state(false);
  #rests: readonly Rest[] = [];
  #round = 1;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #sheetTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.connectAgain();
  }

  /** Connect, with all secrets this device has now. */
  connectAgain(): void {
    this.connection?.close();
    const connection = connect(this.table, () => secretsAt(this.table));
    connection.onpast = (events) => this.#remember(events);
    connection.onnews = (events) => this.#hear(events);
    this.connection = connection;
  }

  close(): void {
    this.connection.close();
    this.projector.stop();
    clearTimeout(this.#noteTimer);
    clearTimeout(this.#sheetTimer);
  }

  // Who and what

  get view(): TableView | null {
    return this.connection.view;
  }

  get dice(): ReadonlyMap<string, Die> {
    return new Map((this.play?.dice ?? []).map((die) => [die.key, die]));
  }

  playerName(player: number): string {
    return playerName(this.view, player);
  }

  sideName(side: number): string {
    return (this.play?.sides[side] ?? []).map((player) => this.playerName(player)).join(' + ');
  }

  /** Whether somebody at this screen plays for a player: no bot stands in. */
  isOwn(player: number | null): boolean {
    const seat = player === null ? undefined : this.view?.players[player];
    return seat !== undefined && this.connection.seats.includes(seat) && !this.view?.seats[seat]?.stand_in;
  }

  /** The first seat of this device that a bot plays for. */
  get stoodIn(): number | undefined {
    return this.connection.seats.find((seat) => this.view?.seats[seat]?.stand_in);
  }

  /** The people of this device that have to roll for the order, and whose roll is not on its way. */
  get ownRollers(): number[] {
    const asked = this.play?.phase === 'order' ? this.play.waiting_for : [];
    return asked.filter((player) => this.isOwn(player) && !this.#rolling.includes(player));
  }

  /** Whether somebody at this screen may flick now. */
  get isMyFlick(): boolean {
    const { play } = this;
    return play?.phase === 'flick' && this.isOwn(play.turn) && !this.#isShowing && !this.closed;
  }

  get isShowing(): boolean {
    return this.#isShowing;
  }

  get inHand(): Die[] {
    const turn = this.play?.turn ?? null;
    const keys = turn === null ? [] : (this.play?.in_hand[turn] ?? []);
    return keys.flatMap((key) => this.dice.get(key) ?? []);
  }

  kindOf(key: string | undefined): Kind | undefined {
    const die = key === undefined ? undefined : this.dice.get(key);
    return die && this.picture?.kinds[die.kind];
  }

  /** The dice on the screen: a film, or those at rest with the one in the hand. */
  get shownDice(): ShownDie[] {
    if (this.projector.frame) return this.projector.frame;
    const rests = this.closed?.rests ?? this.play?.rests ?? [];
    return [...lying(rests, this.dice), ...this.#dieInHand()];
  }

  #dieInHand(): ShownDie[] {
    const { aim, picture } = this;
    const die = aim && this.dice.get(aim.die);
    const kind = this.kindOf(aim?.die);
    if (!aim || !die || !kind || !picture || !this.isMyFlick) return [];
    return [{ ...die, pose: startPose(picture.board, kind, aim) }];
  }

  // Aiming and flicking

  /** Have a die in the hand whenever it is our turn. */
  takeDie(): void {
    const { picture, inHand } = this;
    if (!picture || !this.isMyFlick) return;
    if (inHand.some((die) => die.key === this.aim?.die)) return;
    const first = inHand.find((die) => !die.bonus) ?? inHand[0];
    if (first) this.chooseDie(first);
  }

  /** Take another die, and keep everything else about the aim. */
  chooseDie(die: Die): void {
    const kind = this.picture?.kinds[die.kind];
    if (!kind || !this.picture) return;
    const fresh = firstAim(this.picture.board, kind, die.key);
    const { aim } = this;
    const isLike = aim && this.dice.get(aim.die)?.kind === die.kind;
    this.aim = aim
      ? { ...fresh, x: aim.x, y: aim.y, ...(isLike ? { face_up: aim.face_up, yaw: aim.yaw } : {}) }
      : fresh;
  }

  change(change: Partial<Aim>): void {
    const kind = this.kindOf(this.aim?.die);
    if (this.aim && kind && this.picture) this.aim = aimedAt(this.aim, change, this.picture.board, kind);
  }

  turnFace(step: 1 | -1): void {
    const kind = this.kindOf(this.aim?.die);
    if (this.aim && kind) this.change({ face_up: nextFace(kind, this.aim.face_up, step) });
  }

  async flick(): Promise<void> {
    const seat = this.play?.turn === null ? undefined : this.view?.players[this.play?.turn ?? -1];
    if (!this.aim || seat === undefined || !this.isMyFlick || this.isAsking) return;
    this.isAsking = true;
    tapHand(12);
    const answer = await this.connection.ask(seat, { do: 'flick', ...this.aim });
    this.isAsking = false;
    if (!answer.ok) this.tell(sayAny(answer.refusal), true);
  }

  async rollForOrder(player: number): Promise<void> {
    const seat = this.view?.players[player];
    if (seat === undefined) return;
    this.#rolling = [...this.#rolling, player];
    await this.ask({ do: 'order' }, seat);
    this.#rolling = this.#rolling.filter((other) => other !== player);
  }

  /** Roll for everybody of this device who has to. */
  rollForAll(): void {
    for (const player of this.ownRollers) void this.rollForOrder(player);
  }

  /** Ask for something of the table itself, from the first seat we have unless another is named. */
  async ask(action: Action, seat = this.connection.seats[0]): Promise<void> {
    if (seat === undefined) return;
    const answer = await this.connection.ask(seat, action);
    if (!answer.ok) this.tell(sayAny(answer.refusal), true);
  }

  tell(text: string, isRefusal = false): void {
    this.note = { text, isRefusal };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), NOTE_MS);
  }

  // Hearing

  /** What happened before we came, or while we were away: a flick or two are shown, more only remembered. */
  #remember(events: LoggedEvent[]): void {
    if (this.play && events.filter(flickOf).length <= MOST_MISSED) return this.#hear(events);
    this.#record(events);
    this.#queue = [];
    this.projector.stop();
    this.isReplaying = false;
    this.closed = null;
    this.#isShowing = false;
    void this.#catchUp();
  }

  #hear(events: LoggedEvent[]): void {
    this.#queue.push(...this.#record(events));
    if (!this.#isShowing) void this.#showAll();
    else if (this.closed) this.#goOnLater();
  }

  /** Keep the flicks among some events; each knows the dice before it. */
  #record(events: LoggedEvent[]): Shot[] {
    const news: Shot[] = [];
    for (const logged of events) {
      if (logged.event.kind === 'started') [this.#rests, this.#round, this.shots] = [[], 1, []];
      const flicked = flickOf(logged);
      if (!flicked) continue;
      const shot = shotOf(flicked, this.#rests, this.#round);
      news.push(shot);
      const isLast = flicked.rests.length === (playOf(this.view)?.dice.length ?? Infinity);
      this.#rests = isLast ? [] : flicked.rests;
      if (isLast) this.#round += 1;
    }
    this.shots = [...this.shots, ...news];
    return news;
  }

  async #showAll(): Promise<void> {
    this.#isShowing = true;
    for (let shot = this.#queue.shift(); shot; shot = this.#queue.shift()) await this.#show(shot);
    this.#isShowing = false;
    await this.#catchUp();
  }

  async #show(shot: Shot): Promise<void> {
    this.isReplaying = false;
    this.aim = null;
    if (mayMove() && document.visibilityState === 'visible') await this.projector.play(shot);
    this.told = report(this, shot);
    const isLast = shot.after.length === this.play?.dice.length;
    const sheet = playOf(this.view)?.sheets[shot.round - 1];
    if (this.play && !isLast) this.play = { ...this.play, rests: [...shot.after] };
    this.projector.stop();
    if (isLast && sheet) await this.#showSheet(shot, sheet);
  }

  /** The end of a round: its sheet stays until somebody goes on. */
  #showSheet(shot: Shot, sheet: RoundSheet): Promise<void> {
    this.closed = { round: shot.round, sheet, rests: shot.after };
    const after = playOf(this.view);
    // Totals and sheets may be seen now; the dice stay where they are.
    if (after && this.play) this.play = { ...this.play, sheets: after.sheets, totals: after.totals };
    if (after?.phase === 'over') return Promise.resolve();
    return new Promise((resolve) => {
      this.#goOn = resolve;
      if (this.#queue.length) this.#goOnLater();
    });
  }

  #goOn: () => void = () => {};

  #goOnLater(): void {
    clearTimeout(this.#sheetTimer);
    this.#sheetTimer = setTimeout(() => this.goOn(), SHEET_MS);
  }

  /** Put the sheet of the round away. */
  goOn(): void {
    clearTimeout(this.#sheetTimer);
    if (playOf(this.view)?.phase !== 'over') this.closed = null;
    this.#goOn();
    this.#goOn = () => {};
  }

  async #catchUp(): Promise<void> {
    const play = playOf(this.view);
    if (play && !this.picture) this.picture = await untilThere(() => boardOf(play.board));
    if (this.#isShowing) return;
    this.play = playOf(this.view);
    this.takeDie();
    this.#keep();
  }

  /** Watch a flick again. */
  replay(shot: Shot, rate: number): void {
    this.isReplaying = true;
    void this.projector.play(shot, rate);
  }

  endReplay(): void {
    this.isReplaying = false;
    this.projector.stop();
  }

  /** Remember how far this table is, for the front page. */
  #keep(): void {
    const { view } = this;
    if (!view || (!this.connection.seats.length && !knownTable(this.table))) return;
    remember(this.table, {
      code: this.connection.code,
      names: view.seats.filter((seat) => seat.occupant !== 'closed' && seat.name).map(nameOf),
      game: 'tumblin',
      isOver: view.status === 'over',
    });
    const play = playOf(view);
    if (view.status === 'over' && play)
      keepFinished([finishedMatch(this.table, view, play, this.connection.seats, Date.now())]);
  }
}

/** A match of Tumblin-Dice at a table, as one screen sees it: films first, then what they led to. */
import { boardOf } from '$lib/tumblin/boards';
import type { LoggedEvent, TableView } from '$lib/protocol/views';
import { keepFinished } from '$lib/records/finished';
import { mayMove } from '$lib/settings.svelte';
import { sounds } from '$lib/sound';
import { TableSession } from '$lib/table/session/session.svelte';
import { nameOf } from '$lib/table/people';
import type { Who } from '$lib/texts.svelte';
import { untilThere } from '$lib/trouble';
import { aimedAt, firstAim, nextFace, type Aim } from '$lib/tumblin/hand/aiming';
import { Meter } from '$lib/tumblin/hand/meter.svelte';
import { startPose } from '$lib/tumblin/board/lying';
import { snap } from '$lib/tumblin/film/knocking';
import { landingOf, worthAmong, type Landing } from '$lib/tumblin/film/landing';
import { lying, Projector, shotOf, type Shot } from '$lib/tumblin/film/projector.svelte';
import { report, reportBriefly } from '$lib/tumblin/film/reporting';
import { Show } from '$lib/tumblin/film/show.svelte';
import type { News } from '$lib/tumblin/feats/cabinet';
import type { EndedMatch } from '$lib/tumblin/feats/feats';
import { finishedMatch } from '$lib/tumblin/finished';
import type {
  BoardPicture,
  Die,
  Flicked,
  Kind,
  MadeBy,
  Rest,
  RoundSheet,
  ShownDie,
  TumblinView,
} from '$lib/tumblin/views';

const SHEET_MS = 7000; // a closed round stays on the screen this long when people elsewhere play on
const HURRIED = 2; // flicks that wait to be shown: then nobody lingers
const MOST_MISSED = 2; // flicks that are still shown to somebody who comes back

/** The flick in an event; null for any other event. */
const flickOf = ({ event }: LoggedEvent): Flicked | null =>
  event.kind === 'played' && event.play.kind === 'flicked' ? event.play : null;

const playOf = (view: TableView | null): TumblinView | null =>
  view?.play?.game === 'tumblin' ? view.play : null;

export class TumblinMatch extends TableSession {
  picture = $state.raw<BoardPicture | null>(null);
  /** The match as shown: it lags behind the server's until all films have been played. */
  play = $state.raw<TumblinView | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** Every flick of the match that this screen knows. */
  shots = $state.raw<Shot[]>([]);
  /** The round that has just been closed, until somebody goes on. */
  closed = $state.raw<{ round: number; sheet: RoundSheet; rests: readonly Rest[] } | null>(null);
  isAsking = $state(false);
  /** What happened, in words. */
  told = $state('');
  /** The same for those who see the board: long words would cover it. */
  toldBriefly = $state('');
  isReplaying = $state(false);
  /** What this match has added to the feats of the device; null unless it ended just now. */
  news = $state.raw<News | null>(null);

  readonly projector = new Projector(
    () => this.picture,
    () => this.dice,
  );
  /** What goes on around the films: somebody aims, a flick lands. */
  readonly show = new Show(this.projector, () => this.picture);
  readonly meter = new Meter({
    wanted: () => (this.isMyFlick && this.aim ? this.aim.speed_mps : null),
    show: (speed_mps) => this.change({ speed_mps }),
    flick: () => void this.flick('meter', 0),
  });
  #queue: Shot[] = [];
  #rolling = $state.raw<number[]>([]);
  #isShowing = $state(false);
  #rests: readonly Rest[] = [];
  #round = 1;
  #sheetTimer: ReturnType<typeof setTimeout> | undefined;

  override close(): void {
    super.close();
    this.meter.rest();
    this.show.close();
    this.projector.stop();
    clearTimeout(this.#sheetTimer);
  }

  // Players and dice

  get dice(): ReadonlyMap<string, Die> {
    return new Map((this.play?.dice ?? []).map((die) => [die.key, die]));
  }

  peopleOf(side: number): Who[] {
    return (this.play?.sides[side] ?? []).map((player) => this.playerWho(player));
  }

  sideName(side: number): string {
    return this.peopleOf(side).map(nameOf).join(' + ');
  }

  /** The level of the bot that plays alone on a side, else empty. */
  sideLevel(side: number): string {
    const [player, ...others] = this.play?.sides[side] ?? [];
    return player === undefined || others.length ? '' : this.playerLevel(player);
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
    const isFree = !this.#isShowing && !this.closed && !this.isAsking && !this.projector.isLeaving;
    return play?.phase === 'flick' && this.isOwn(play.turn) && isFree;
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
    const aim = this.isMyFlick || this.isAsking ? this.aim : this.show.aim;
    const { picture } = this;
    const die = aim && this.dice.get(aim.die);
    const kind = this.kindOf(aim?.die);
    if (!aim || !die || !kind || !picture) return [];
    return [{ ...die, pose: startPose(picture.board, kind, aim) }];
  }

  // Aiming and flicking

  /** Select a die when our turn begins. */
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
    const fresh = firstAim(this.picture.limits, kind, die.key);
    const { aim } = this;
    const isLike = aim && this.dice.get(aim.die)?.kind === die.kind;
    this.aim = aim
      ? { ...fresh, x: aim.x, y: aim.y, ...(isLike ? { face_up: aim.face_up, yaw: aim.yaw } : {}) }
      : fresh;
  }

  change(change: Partial<Aim>): void {
    const kind = this.kindOf(this.aim?.die);
    if (this.aim && kind && this.picture) this.aim = aimedAt(this.aim, change, this.picture.limits, kind);
  }

  turnFace(step: 1 | -1): void {
    const kind = this.kindOf(this.aim?.die);
    if (this.aim && kind) this.change({ face_up: nextFace(kind, this.aim.face_up, step) });
  }

  /** Flick as aimed, with the die drawn so far behind its place; it leaves the hand before the server answers. */
  async flick(by: MadeBy, back: number): Promise<void> {
    const seat = this.play?.turn === null ? undefined : this.view?.players[this.play?.turn ?? -1];
    const { aim } = this;
    if (!aim || seat === undefined || !this.isMyFlick || this.isAsking) return;
    snap(aim.speed_mps);
    if (mayMove()) this.projector.takeOff(this.shownDice, aim, back);
    this.isAsking = true;
    const isDone = await this.ask({ do: 'flick', ...aim, by }, seat);
    this.isAsking = false;
    if (!isDone && !this.#isShowing) this.projector.stop(); // refused: it lies in the hand again
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

  // Events

  /** Events that were missed: up to two flicks are still shown, more are only recorded. */
  protected override hearPast(events: LoggedEvent[]): void {
    if (this.play && events.filter(flickOf).length <= MOST_MISSED) return this.hear(events);
    this.#record(events);
    this.#queue = [];
    this.show.close();
    this.projector.stop();
    this.isReplaying = false;
    this.closed = null;
    this.#isShowing = false;
    void this.#catchUp();
  }

  protected override hear(events: LoggedEvent[]): void {
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
    const isLast = shot.after.length === this.play?.dice.length;
    const sheet = playOf(this.view)?.sheets[shot.round - 1];
    const isHurried = this.#queue.length >= HURRIED;
    if (this.isOwn(shot.seat)) this.toldBriefly = ''; // what was told before it has been read
    // Flicks that come one after the other are shown in one go: each is told as its player's turn.
    if (this.play) this.play = { ...this.play, turn: shot.seat };
    await this.show.play(shot, { isOwn: this.isOwn(shot.seat), isHurried });
    this.told = report(this, shot);
    this.toldBriefly = reportBriefly(this, shot);
    if (this.play && !isLast) this.play = { ...this.play, rests: [...this.#worth(shot)] };
    await this.show.land(this.#landing(shot, sheet), isHurried);
    this.projector.stop();
    if (isLast && sheet) await this.#showSheet(shot, sheet);
  }

  /** The dice after a flick, with what they are worth as far as the rules have said it. */
  #worth(shot: Shot): Rest[] {
    const known = playOf(this.view)?.rests ?? [];
    return shot.after.map((rest) => {
      const now = known.find(({ die }) => die === rest.die);
      const isSame = now?.face === rest.face && now.tier === rest.tier;
      return isSame && now.points !== undefined ? { ...rest, points: now.points } : rest;
    });
  }

  #landing(shot: Shot, sheet: RoundSheet | undefined): Landing | null {
    const flicked = shot.launch.die;
    const ofSheet = sheet?.dice.find(([key]) => key === flicked)?.[4];
    return landingOf(shot, {
      dice: this.dice,
      facesOf: this.#facesOf,
      isAdded: this.play?.house.includes('young') ?? false,
      points: ofSheet ?? this.#worth(shot).find(({ die }) => die === flicked)?.points,
    });
  }

  readonly #facesOf = (die: Die): number => Object.keys(this.picture?.kinds[die.kind]?.normals ?? {}).length;

  /** What a die on the board is worth, in words. */
  worthOf(key: string): string {
    const rests = this.closed?.rests ?? this.play?.rests ?? [];
    return worthAmong(rests, key, this.playerName(this.dice.get(key)?.seat ?? 0));
  }

  /** The end of a round: its sheet stays until somebody goes on. */
  #showSheet(shot: Shot, sheet: RoundSheet): Promise<void> {
    this.closed = { round: shot.round, sheet, rests: shot.after };
    const after = playOf(this.view);
    // Totals and sheets may be seen now; the dice stay where they are.
    if (after && this.play) this.play = { ...this.play, sheets: after.sheets, totals: after.totals };
    sounds.tally(sheet.dice.filter(([, , , , points]) => points > 0).length);
    if (after?.phase === 'over') {
      sounds.end();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#goOn = resolve;
      if (this.#queue.length) this.#goOnLater();
    });
  }

  #goOn: () => void = () => {};

  /** Whether people elsewhere play or are watched, and will not wait until the sheet has been read here. */
  get #hasCompany(): boolean {
    const { players } = this.view ?? { players: [] };
    const isElsewhere = (player: number) => !this.playerLevel(player) && !this.isOwn(player);
    return !this.ownSeats.length || players.some((_, player) => isElsewhere(player));
  }

  #goOnLater(): void {
    if (!this.#hasCompany) return; // bots have time
    clearTimeout(this.#sheetTimer);
    this.#sheetTimer = setTimeout(() => this.goOn(), SHEET_MS);
  }

  /** Close the sheet of the round. */
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
    this.#layLastRound();
    this.takeDie();
    this.#keep();
  }

  /** A match that was over before this screen came: its last dice lie where they came to rest. */
  #layLastRound(): void {
    const [shot, sheet] = [this.shots.at(-1), this.play?.sheets.at(-1)];
    if (this.play?.phase !== 'over' || this.closed || !shot || !sheet) return;
    this.closed = { round: shot.round, sheet, rests: shot.after };
  }

  /** Watch a flick again. */
  replay(shot: Shot, rate: number): void {
    this.isReplaying = true;
    void this.projector.play(shot, rate);
  }

  /** Watch a flick as if it were new, with its close-up and what it came to. */
  async relive(shot: Shot): Promise<void> {
    this.isReplaying = true;
    this.projector.open(shot);
    if (!mayMove()) return;
    await this.show.play(shot, { isOwn: true, isHurried: false });
    const isSeen = this.projector.shot === shot && this.projector.second >= this.projector.length;
    if (isSeen) void this.show.land(this.#landing(shot, this.play?.sheets[shot.round - 1]), true);
  }

  endReplay(): void {
    this.isReplaying = false;
    this.show.close();
    this.projector.stop();
  }

  /** The match as it ended, for whoever looks back at it; null while it goes on. */
  get ended(): EndedMatch | null {
    const { play, view } = this;
    if (play?.phase !== 'over' || !view) return null;
    const own = view.players.flatMap((seat, player) =>
      this.connection.seats.includes(seat) ? [player] : [],
    );
    return {
      play,
      shots: this.shots,
      dice: this.dice,
      facesOf: this.#facesOf,
      own,
      levelOf: (player) => this.playerLevel(player),
    };
  }

  async #keepFeats(match: EndedMatch, at: number): Promise<void> {
    const { keepFeats } = await import('$lib/tumblin/feats/cabinet');
    this.news ??= keepFeats(this.table, match, at);
  }

  /** Remember how far this table is, and the match once it has ended. */
  #keep(): void {
    const { view } = this;
    if (!view || !this.keepTable()) return;
    const ended = finishedMatch(this.table, view, this.connection.seats, Date.now());
    if (ended) keepFinished([ended]);
    if (ended && this.ended) void this.#keepFeats(this.ended, ended.at);
  }
}

/** The puzzle of the day on one screen: aim, one flick, its film, then the flicks of others. */
import { api, ApiError, type Puzzle, type SolvedPuzzle } from '$lib/api';
import { boardOf } from '$lib/tumblin/boards';
import { deviceId } from '$lib/device';
import { mayMove } from '$lib/settings.svelte';
import { nameOf } from '$lib/table/people';
import { say, YOU, type Who } from '$lib/texts.svelte';
import { complaintOf } from '$lib/trouble';
import { aimedAt, firstAim, launchOf, nextFace, type Aim } from '$lib/tumblin/hand/aiming';
import { snap } from '$lib/tumblin/film/knocking';
import { startPose } from '$lib/tumblin/board/lying';
import { lying, Projector, shotOf, type Shot } from '$lib/tumblin/film/projector.svelte';
import { report } from '$lib/tumblin/film/reporting';
import { landingOf } from '$lib/tumblin/film/landing';
import { Show } from '$lib/tumblin/film/show.svelte';
import { Meter } from '$lib/tumblin/hand/meter.svelte';
import type { BoardPicture, Die, Kind, MadeBy, Rest, RoundSheet, ShownDie } from '$lib/tumblin/views';
import { keepDays, signed } from './days';

const CLOSED = 'daily/closed'; // the day ended while its puzzle was on the screen

/** Today's puzzle; one that is solved is remembered for the streak. */
export async function todaysPuzzle(): Promise<Puzzle> {
  return remembered(await api.puzzle(deviceId()));
}

function remembered(puzzle: Puzzle): Puzzle {
  if (puzzle.own) keepDays('puzzle', { [puzzle.day]: puzzle.own.total });
  return puzzle;
}

/** The dice as one sees them before the flick: those at rest, and one in the hand. */
export function laidDice(puzzle: Puzzle, picture: BoardPicture, aim: Aim | null): ShownDie[] {
  const dice = new Map(puzzle.dice.map((die) => [die.key, die]));
  const hand = dice.get(puzzle.die);
  const kind = hand && picture.kinds[hand.kind];
  const held = hand && kind && aim ? [{ ...hand, pose: startPose(picture.board, kind, aim) }] : [];
  return [...lying(puzzle.rests, dice), ...held];
}

interface Watchable {
  who: 'own' | 'champion' | 'best';
  solved: SolvedPuzzle;
}

export class PuzzleBoard {
  puzzle = $state.raw<Puzzle | null>(null);
  picture = $state.raw<BoardPicture | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** On its way to the server, or in the air. */
  isFlying = $state(false);
  isReplaying = $state(false);
  /** What happened, in words. */
  told = $state('');
  trouble = $state('');
  /** How often the server was asked for the puzzle. */
  looks = $state(0);

  readonly projector = new Projector(
    () => this.picture,
    () => this.dice,
  );
  readonly show = new Show(this.projector, () => this.picture);
  readonly meter = new Meter({
    wanted: () => (this.mayFlick && this.aim ? this.aim.speed_mps : null),
    show: (speed_mps) => this.change({ speed_mps }),
    flick: () => void this.flick('meter', 0),
  });

  async load(): Promise<void> {
    try {
      const puzzle = await todaysPuzzle();
      const picture = await boardOf(puzzle.board);
      const isNew = puzzle.day !== this.puzzle?.day;
      if (this.isFlying || (!isNew && this.puzzle?.own && !puzzle.own)) return; // asked before the flick
      if (!this.puzzle) this.trouble = '';
      [this.picture, this.puzzle] = [picture, puzzle];
      if (isNew && this.kind) this.aim = firstAim(picture.limits, this.kind, puzzle.die);
    } catch (error) {
      if (!this.puzzle) this.trouble = complaintOf(error);
    } finally {
      this.looks += 1;
    }
  }

  get dice(): ReadonlyMap<string, Die> {
    return new Map((this.puzzle?.dice ?? []).map((die) => [die.key, die]));
  }

  playerWho(seat: number): Who {
    return seat ? say('app.puzzle_rival') : YOU;
  }

  playerName(seat: number): string {
    return nameOf(this.playerWho(seat));
  }

  /** The shape of the die in the hand. */
  get kind(): Kind | undefined {
    const die = this.dice.get(this.puzzle?.die ?? '');
    return die && this.picture?.kinds[die.kind];
  }

  /** Whether there is still a flick to be made. */
  get mayFlick(): boolean {
    return this.puzzle !== null && !this.puzzle.own && !this.isFlying;
  }

  /** The flick whose end is on the screen: the one being watched, else one's own once it has been seen. */
  get #ended(): SolvedPuzzle | null {
    if (this.isFlying) return null;
    const watched = this.isReplaying ? this.projector.shot?.seat : undefined;
    return this.watchable[watched ?? -1]?.solved ?? this.puzzle?.own ?? null;
  }

  /** The dice at rest: as they were laid, or after that flick. */
  get rests(): readonly Rest[] {
    return this.#ended?.rests ?? this.puzzle?.rests ?? [];
  }

  get sheet(): RoundSheet | undefined {
    return this.#ended?.sheet ?? this.puzzle?.sheet;
  }

  get shownDice(): ShownDie[] {
    const { puzzle, picture, projector } = this;
    if (projector.frame) return projector.frame;
    if (!puzzle || !picture) return [];
    return this.mayFlick || this.isFlying
      ? laidDice(puzzle, picture, this.aim)
      : lying(this.rests, this.dice);
  }

  change(change: Partial<Aim>): void {
    if (this.aim && this.kind && this.picture && this.mayFlick)
      this.aim = aimedAt(this.aim, change, this.picture.limits, this.kind);
  }

  turnFace(step: 1 | -1): void {
    if (this.aim && this.kind) this.change({ face_up: nextFace(this.kind, this.aim.face_up, step) });
  }

  async flick(by: MadeBy, back: number): Promise<void> {
    const { aim, puzzle } = this;
    if (!aim || !puzzle || !this.mayFlick) return;
    snap(aim.speed_mps);
    if (mayMove()) this.projector.takeOff(this.shownDice, aim, back);
    this.isFlying = true;
    this.trouble = '';
    let isClosed = false;
    try {
      this.puzzle = remembered(await api.flickPuzzle(deviceId(), puzzle.day, by, launchOf(aim)));
      await this.#show();
    } catch (error) {
      this.projector.stop();
      this.trouble = complaintOf(error);
      isClosed = error instanceof ApiError && error.code === CLOSED;
    }
    this.isFlying = false;
    if (isClosed) await this.load();
  }

  /** The film of one's own flick, then what it did in words. */
  async #show(): Promise<void> {
    const [shot] = this.shots;
    if (!shot) return;
    await this.show.play(shot, { isOwn: true, isHurried: false });
    await this.show.land(
      landingOf(shot, {
        dice: this.dice,
        facesOf: (die) => Object.keys(this.picture?.kinds[die.kind]?.normals ?? {}).length,
        isAdded: false,
        points: this.puzzle?.own?.sheet.dice.find(([key]) => key === shot.launch.die)?.[4],
      }),
      false,
    );
    this.projector.stop();
    const total = signed(this.puzzle?.own?.total ?? 0);
    this.told = `${report(this, shot)} ${say('app.puzzle_told', { total })}`;
  }

  /** Whose flicks one may watch: one's own, then the champion's and the best one. */
  readonly watchable: Watchable[] = $derived.by(() => {
    const { own, champion, best } = this.puzzle ?? {};
    const found = [
      { who: 'own' as const, solved: own },
      { who: 'champion' as const, solved: champion },
      { who: 'best' as const, solved: best },
    ];
    return found.flatMap(({ who, solved }) => (solved ? [{ who, solved }] : []));
  });

  /** Their films; the seat is the place in that list. */
  readonly shots: Shot[] = $derived(
    this.watchable.map(({ solved }, seat) => shotOf({ ...solved, seat }, this.puzzle?.rests ?? [], 1)),
  );

  watch(who: Watchable['who']): void {
    const shot = this.shots[this.watchable.findIndex((one) => one.who === who)];
    if (!shot) return;
    this.isReplaying = true;
    void this.projector.play(shot);
  }

  endReplay(): void {
    this.isReplaying = false;
    this.projector.stop();
  }

  close(): void {
    this.meter.rest();
    this.show.close();
    this.projector.stop();
  }
}

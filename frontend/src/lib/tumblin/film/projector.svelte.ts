/** Shows the film of a flick: once through at any pace, or frame by frame. */
import { startPose } from '$lib/tumblin/board/lying';
import { decodeFilm, poseAt, seconds, type Film } from './film';
import { isDie, knock } from './knocking';
import { alongAim, bridged, runAfter, takeOver } from './takeoff';
import type { BoardPicture, Contact, Die, Flicked, Launch, Pose, Rest, ShownDie } from '$lib/tumblin/views';

/** A flick with the dice before and after it. */
export interface Shot {
  seat: number;
  round: number;
  launch: Launch;
  before: readonly Rest[];
  after: readonly Rest[];
  film: Film;
  contacts: readonly Contact[];
}

export function shotOf(
  event: Omit<Flicked, 'kind' | 'fingerprint'>,
  before: readonly Rest[],
  round: number,
): Shot {
  return {
    seat: event.seat,
    round,
    launch: event.launch,
    before,
    after: event.rests,
    film: decodeFilm(event.trajectory),
    contacts: event.contacts ?? [],
  };
}

/** Dice at rest as they are drawn. */
export function lying(rests: readonly Rest[], dice: ReadonlyMap<string, Die>): ShownDie[] {
  return rests.flatMap(({ die: key, pose }) => shownDie(dice.get(key), pose));
}

function shownDie(die: Die | undefined, pose: Pose): ShownDie[] {
  return die ? [{ key: die.key, kind: die.kind, colour: die.colour, bonus: die.bonus, pose }] : [];
}

/** All dice of a shot at a moment of its film. */
export function moment(
  shot: Shot,
  second: number,
  dice: ReadonlyMap<string, Die>,
  picture: BoardPicture,
): ShownDie[] {
  const isOver = second >= seconds(shot.film);
  return shot.after.flatMap((rest, number) => {
    const die = dice.get(rest.die);
    const kind = die && picture.kinds[die.kind];
    if (!die || !kind) return [];
    const start = shot.before[number]?.pose ?? startPose(picture.board, kind, shot.launch);
    return shownDie(die, isOver ? rest.pose : poseAt(shot.film, number, second, start));
  });
}

/** A die that has left the hand, while its film is not here yet. */
interface Leaving {
  dice: readonly ShownDie[];
  launch: Launch;
  /** How far it had been pulled back. */
  back: number;
  since: number;
}

/** Where the film took over from what was drawn before it. */
interface Bridge {
  second: number;
  drawn: Pose;
  film: Pose;
}

/** How fast a film runs at its moments, besides the pace that people choose. */
export type Tempo = (second: number) => number;
const EVENLY: Tempo = () => 1;

export class Projector {
  /** What is on the screen; null when there is no film. */
  frame = $state.raw<ShownDie[] | null>(null);
  shot = $state.raw<Shot | null>(null);
  second = $state(0);
  rate = $state(1);
  isPlaying = $state(false);

  #ended: (() => void) | null = null;
  #request = 0;
  #last = 0;
  #leaving = $state.raw<Leaving | null>(null);
  #bridge: Bridge | null = null;
  #tempo: Tempo = EVENLY;

  constructor(
    private readonly picture: () => BoardPicture | null,
    private readonly dice: () => ReadonlyMap<string, Die>,
  ) {}

  get length(): number {
    return this.shot ? seconds(this.shot.film) : 0;
  }

  /** The pose of the flicked die now, for the camera. */
  get flicked(): Pose | undefined {
    const key = this.shot?.launch.die;
    return key === undefined ? undefined : this.frame?.find((die) => die.key === key)?.pose;
  }

  /** Whether a die has left the hand and its film is not here yet. */
  get isLeaving(): boolean {
    return this.#leaving !== null;
  }

  /** Let a die leave the hand at once; its film takes over when it is here. */
  takeOff(dice: readonly ShownDie[], launch: Launch, back: number): void {
    this.stop();
    this.#leaving = { dice, launch, back, since: performance.now() };
    this.#leave(performance.now());
  }

  #leave(now: number): void {
    const { dice, launch } = this.#leaving ?? {};
    if (!dice || !launch) return;
    const run = this.#runAt(now);
    this.frame = dice.map((die) =>
      die.key === launch.die ? { ...die, pose: alongAim(die.pose, launch.azimuth, run) } : die,
    );
    this.#request = requestAnimationFrame((next) => this.#leave(next));
  }

  #runAt(now: number): number {
    const trackEnd = this.picture()?.board.tiers[0]?.boxes[0]?.x[1] ?? 0;
    const { launch, back, since } = this.#leaving ?? {};
    if (!launch || back === undefined || since === undefined) return 0;
    return runAfter(Math.max(0, now - since) / 1000, launch, back, trackEnd);
  }

  /** Show a film to its end: from its beginning, or from where its die is drawn on its way already. */
  play(shot: Shot, rate = 1, tempo: Tempo = EVENLY): Promise<void> {
    const drawn = this.#leaving?.launch.die === shot.launch.die ? this.#drawn() : undefined;
    const run = drawn ? this.#runAt(performance.now()) : 0;
    this.stop();
    this.shot = shot;
    this.rate = rate;
    this.#tempo = tempo;
    if (drawn) this.#takeOver(shot, drawn, run);
    else this.seek(0);
    return new Promise((resolve) => {
      this.#ended = resolve;
      this.go();
    });
  }

  /** The die that has left the hand, where it is drawn now. */
  #drawn(): Pose | undefined {
    return this.frame?.find((die) => die.key === this.#leaving?.launch.die)?.pose;
  }

  #takeOver(shot: Shot, drawn: Pose, run: number): void {
    const picture = this.picture();
    const kind = picture?.kinds[this.dice().get(shot.launch.die)?.kind ?? ''];
    if (!picture || !kind) return this.seek(0);
    const number = shot.after.length - 1;
    const start = startPose(picture.board, kind, shot.launch);
    const second = takeOver(shot.film, number, start, run, shot.launch.azimuth);
    this.#bridge = { second, drawn, film: poseAt(shot.film, number, second, start) };
    this.seek(second);
  }

  /** Open a film without starting it. */
  open(shot: Shot): void {
    this.stop();
    this.shot = shot;
    this.seek(0);
  }

  go(): void {
    if (this.isPlaying || !this.shot) return;
    if (this.second >= this.length) this.seek(0);
    this.isPlaying = true;
    this.#last = performance.now();
    this.#request = requestAnimationFrame((now) => this.#tick(now));
  }

  pause(): void {
    cancelAnimationFrame(this.#request);
    this.isPlaying = false;
  }

  seek(second: number): void {
    const picture = this.picture();
    if (!this.shot || !picture) return;
    this.second = Math.min(Math.max(second, 0), this.length);
    this.frame = this.#bridged(moment(this.shot, this.second, this.dice(), picture));
  }

  #bridged(dice: ShownDie[]): ShownDie[] {
    const bridge = this.#bridge;
    if (!bridge || this.second >= this.length) return dice;
    return dice.map((die) =>
      die.key === this.shot?.launch.die
        ? { ...die, pose: bridged(die.pose, bridge, this.second - bridge.second) }
        : die,
    );
  }

  step(frames: number): void {
    this.pause();
    this.seek(this.second + frames / (this.shot?.film.rate ?? 60));
  }

  /** On to the end of the film, which stays on the screen. */
  skip(): void {
    this.pause();
    this.seek(this.length);
    this.#finish();
  }

  /** Stop and close the film. */
  stop(): void {
    this.pause();
    this.frame = null;
    this.shot = null;
    [this.#leaving, this.#bridge, this.#tempo] = [null, null, EVENLY];
    this.#finish();
  }

  #tick(now: number): void {
    const before = this.second;
    const rate = this.rate * this.#tempo(before);
    this.seek(before + (Math.max(0, now - this.#last) / 1000) * rate);
    this.#last = now;
    for (const contact of this.shot?.contacts ?? [])
      if (contact[0] >= before && contact[0] < this.second) knock(contact, rate, this.#sideOf(contact));
    if (this.second < this.length) this.#request = requestAnimationFrame((next) => this.#tick(next));
    else {
      this.isPlaying = false;
      this.#finish();
    }
  }

  /** Where a contact is heard, from -1 on the left of the board to 1 on its right. */
  #sideOf([, one, other]: Contact): number {
    const key = isDie(one) ? one : other;
    const y = this.frame?.find((die) => die.key === key)?.pose[1] ?? 0;
    const widest = this.picture()?.board.tiers.flatMap(({ boxes }) => boxes.map((box) => box.y[1])) ?? [];
    return widest.length ? -y / Math.max(...widest) : 0;
  }

  #finish(): void {
    const ended = this.#ended;
    this.#ended = null;
    ended?.();
  }
}

/** Shows the film of a flick: once through at any pace, or frame by frame. */
import { decodeFilm, poseAt, seconds, type Film } from './film';
import { startPose } from './lying';
import { knock } from './knocking';
import type { BoardPicture, Contact, Die, Flicked, Launch, Pose, Rest, ShownDie } from './views';

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

export function shotOf(event: Omit<Flicked, 'kind'>, before: readonly Rest[], round: number): Shot {
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

  constructor(
    private readonly picture: () => BoardPicture | null,
    private readonly dice: () => ReadonlyMap<string, Die>,
  ) {}

  get length(): number {
    return this.shot ? seconds(this.shot.film) : 0;
  }

  /** The pose of the flicked die now, for the camera. */
  get flicked(): Pose | undefined {
    return this.frame?.find((die) => die.key === this.shot?.launch.die)?.pose;
  }

  /** Show a film from its beginning to its end. */
  play(shot: Shot, rate = 1): Promise<void> {
    this.stop();
    this.shot = shot;
    this.rate = rate;
    this.seek(0);
    return new Promise((resolve) => {
      this.#ended = resolve;
      this.go();
    });
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
    this.frame = moment(this.shot, this.second, this.dice(), picture);
  }

  step(frames: number): void {
    this.pause();
    this.seek(this.second + frames / (this.shot?.film.rate ?? 60));
  }

  /** Put the film away. */
  stop(): void {
    this.pause();
    this.frame = null;
    this.shot = null;
    this.#finish();
  }

  #tick(now: number): void {
    const before = this.second;
    this.seek(before + (Math.max(0, now - this.#last) / 1000) * this.rate);
    this.#last = now;
    for (const contact of this.shot?.contacts ?? [])
      if (contact[0] >= before && contact[0] < this.second) knock(contact, this.rate);
    if (this.second < this.length) this.#request = requestAnimationFrame((next) => this.#tick(next));
    else {
      this.isPlaying = false;
      this.#finish();
    }
  }

  #finish(): void {
    const ended = this.#ended;
    this.#ended = null;
    ended?.();
  }
}

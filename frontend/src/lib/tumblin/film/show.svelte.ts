/** How a flick is shown: somebody aims, the film, a close-up when much is at stake, and what it came to. */
import { mayMove } from '$lib/settings.svelte';
import { sounds } from '$lib/sound';
import type { Aim } from '$lib/tumblin/hand/aiming';
import type { BoardPicture } from '$lib/tumblin/views';
import { snap } from './knocking';
import type { Landing } from './landing';
import type { Projector, Shot } from './projector.svelte';
import { suspenseOf, tempoOf } from './suspense';

const AIM_MS = 1000; // somebody else takes aim
const SWAY = 0.16; // radians, at first
const SWAYS = 2.5;
const BEAT_MS = 1000; // to read what a flick came to before anything else begins

export class Show {
  /** The aim of somebody else, swaying before the flick. */
  aim = $state.raw<Aim | null>(null);
  landing = $state.raw<Landing | null>(null);
  /** The moment of the film from which on a die is looked at from close by. */
  #closeFrom = $state(Infinity);
  #skip: () => void = () => {};

  constructor(
    private readonly projector: Projector,
    private readonly picture: () => BoardPicture | null,
  ) {}

  /** Show a flick; those of others begin with their aim. Nothing moves for those who want it still. */
  async play(shot: Shot, { isOwn, isHurried }: { isOwn: boolean; isHurried: boolean }): Promise<void> {
    this.landing = null;
    const picture = this.picture();
    if (!picture || !isSeen()) return;
    if (!isOwn && !isHurried) await this.#sway(shot.launch);
    if (!isOwn) snap(shot.launch.speed_mps); // one's own was heard when the finger let go
    const suspense = isHurried ? null : suspenseOf(shot, picture.board);
    this.#skip = () => this.projector.skip();
    this.#closeFrom = suspense?.from ?? Infinity;
    await this.projector.play(shot, 1, tempoOf(suspense));
    this.#skip = () => {};
  }

  /** Say what a flick came to, and leave a moment to read it. */
  async land(landing: Landing | null, isHurried: boolean): Promise<void> {
    this.landing = landing;
    if (landing) sounds.landing(landing.tone);
    if (isSeen() && !isHurried) await this.#wait(BEAT_MS);
    this.#closeFrom = Infinity;
  }

  get isClose(): boolean {
    return this.projector.shot !== null && this.projector.second >= this.#closeFrom;
  }

  /** On with it: whatever is being shown ends now. */
  skip(): void {
    this.#skip();
  }

  close(): void {
    this.skip();
    [this.aim, this.landing, this.#closeFrom] = [null, null, Infinity];
  }

  #sway(launch: Aim): Promise<void> {
    const start = performance.now();
    let request = 0;
    const swing = (now: number) => {
      const share = Math.min(Math.max(now - start, 0) / AIM_MS, 1);
      const aside = SWAY * (1 - share) * Math.sin(share * SWAYS * 2 * Math.PI);
      this.aim = { ...launch, azimuth: launch.azimuth + aside };
      request = requestAnimationFrame(swing);
    };
    swing(start);
    return this.#wait(AIM_MS).then(() => {
      cancelAnimationFrame(request);
      this.aim = null;
    });
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#skip = () => {};
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#skip = end;
    });
  }
}

const isSeen = (): boolean => mayMove() && document.visibilityState === 'visible';

/** The meter of button and keyboard: it swings around the strength one wants until somebody stops it. */

const PERIOD_MS = 1300;
/** How far it swings, as a share of the strength. */
export const SWING = 0.3;

/** The strength that a swinging meter shows, so long after it was started at a part of its way. */
export const swungSpeed = (wanted: number, milliseconds: number, part: number): number =>
  wanted * (1 + SWING * Math.sin((milliseconds / PERIOD_MS + part) * 2 * Math.PI));

interface Deeds {
  /** The strength that is wanted; null when there is nothing to flick. */
  wanted: () => number | null;
  show: (speed: number) => void;
  flick: () => void;
}

export class Meter {
  /** The strength around which it swings; null at rest. */
  around = $state.raw<number | null>(null);
  #since = 0;
  #part = 0;
  #request = 0;

  constructor(
    private readonly deeds: Deeds,
    /** It starts anywhere on its way: who presses twice at once does not get what was wanted. */
    private readonly chance: () => number = Math.random,
  ) {}

  /** Start it; or stop it and flick, with what it shows at that moment. */
  press(time: number = performance.now()): void {
    const wanted = this.deeds.wanted();
    if (wanted === null) return this.rest();
    if (this.around === null) {
      [this.around, this.#since, this.#part] = [wanted, time, this.chance()];
      this.#swing(time);
      return;
    }
    const [speed, around] = [swungSpeed(this.around, time - this.#since, this.#part), this.around];
    this.rest();
    this.deeds.show(speed);
    this.deeds.flick();
    this.deeds.show(around); // the next flick begins with the strength that was wanted
  }

  /** Leave it, and keep the strength that was wanted. */
  cancel(): void {
    const { around } = this;
    this.rest();
    if (around !== null) this.deeds.show(around);
  }

  rest(): void {
    cancelAnimationFrame(this.#request);
    this.around = null;
  }

  #swing(now: number): void {
    if (this.around === null || this.deeds.wanted() === null) return this.rest();
    this.deeds.show(swungSpeed(this.around, Math.max(0, now - this.#since), this.#part));
    this.#request = requestAnimationFrame((next) => this.#swing(next));
  }
}

/** Effects that step down by themselves when frames take too long. */

export interface Quality {
  pixelRatio: number;
  shadowPixels: number;
  varnish: boolean;
}

/** From the finest to the plainest. */
export const QUALITIES: readonly Quality[] = [
  { pixelRatio: 2, shadowPixels: 2048, varnish: true },
  { pixelRatio: 1.5, shadowPixels: 1024, varnish: true },
  { pixelRatio: 1.25, shadowPixels: 1024, varnish: false },
  { pixelRatio: 1, shadowPixels: 512, varnish: false },
  { pixelRatio: 1, shadowPixels: 0, varnish: false },
];

const SLOW_MS = 26; // two frames of a 60 Hz screen are missed regularly
const FRAMES = 24;

/** Watches the time between frames; says when to step down. It never steps up again: no flickering. */
export class FrameWatch {
  level = 0;
  #times: number[] = [];

  /** Tell how long a frame took; true if the level has changed. */
  note(milliseconds: number): boolean {
    this.#times.push(milliseconds);
    if (this.#times.length < FRAMES) return false;
    const middle = this.#times.toSorted((one, other) => one - other)[FRAMES / 2] ?? 0;
    this.#times = [];
    if (middle <= SLOW_MS || this.level >= QUALITIES.length - 1) return false;
    this.level += 1;
    return true;
  }

  get quality(): Quality {
    return QUALITIES[this.level] ?? { pixelRatio: 1, shadowPixels: 0, varnish: false };
  }
}

/** Adaptive rendering quality: steps down when frames take too long. */
import type { Effects } from '$lib/settings.svelte';

export interface Quality {
  pixelRatio: number;
  shadowPixels: number;
  varnish: boolean;
  /** Whether things mirror the room around them. */
  mirrors: boolean;
}

/** From the finest to the plainest. */
export const QUALITIES: readonly [Quality, ...Quality[]] = [
  { pixelRatio: 2, shadowPixels: 2048, varnish: true, mirrors: true },
  { pixelRatio: 1.5, shadowPixels: 1024, varnish: true, mirrors: true },
  { pixelRatio: 1.25, shadowPixels: 1024, varnish: false, mirrors: true },
  { pixelRatio: 1, shadowPixels: 512, varnish: false, mirrors: false },
  { pixelRatio: 1, shadowPixels: 0, varnish: false, mirrors: false },
];
const PLAINEST = QUALITIES.length - 1;

const SLOW_MS = 26; // two frames of a 60 Hz screen are missed regularly
const FRAMES = 24;

/** Watches the time between frames; says when to step down. It never steps up again: no flickering. */
export class FrameWatch {
  level: number;
  readonly #mayStep: boolean;
  #times: number[] = [];

  /** Begin where somebody wants it, else at the finest; a machine that paints without a graphics chip begins plain. */
  constructor(effects: Effects, hasNoChip: boolean) {
    this.level = effects === 'plain' || (effects === 'auto' && hasNoChip) ? PLAINEST : 0;
    this.#mayStep = effects === 'auto';
  }

  /** Tell how long a frame took; true if the level has changed. */
  note(milliseconds: number): boolean {
    if (!this.#mayStep || this.level >= PLAINEST) return false;
    this.#times.push(milliseconds);
    if (this.#times.length < FRAMES) return false;
    const middle = this.#times.toSorted((one, other) => one - other)[FRAMES / 2] ?? 0;
    this.#times = [];
    if (middle <= SLOW_MS) return false;
    this.level += 1;
    return true;
  }

  get quality(): Quality {
    return QUALITIES[this.level] ?? QUALITIES[0];
  }
}

/** Whether the browser paints with the processor alone. */
export function hasNoChip(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return true;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/**
 * What a thumb or a mouse means: pulled back and let go, or swiped forward, a gesture becomes speed and direction.
 *
 * Only places and event timestamps count, never frames: the same movement is the same flick on every machine.
 * Lengths are CSS pixels, which are about as large under every thumb; times are milliseconds.
 */

export interface Touch {
  x: number;
  y: number;
  time: number;
}

/** How the board lies on the screen at the die: pixels for one metre forward (downhill), and for one to the left. */
export interface Ground {
  forward: [number, number];
  left: [number, number];
}

export type Pointer = 'touch' | 'pen' | 'mouse';

export interface Shot {
  how: 'pull' | 'swipe';
  speed_mps: number;
  azimuth: number;
}

export const SLOWEST = 0.1;
export const FASTEST = 3;
/** The rules allow 60 degrees; a hair less, so that rounding never refuses a flick. */
const WIDEST = (Math.PI / 3) * 0.9999;

/** A shorter movement is a tap. */
export const TAP_PX = 14;

// Pulling: 64 px give 0.7 m/s, 100 px 1.2 m/s, 160 px (a stretched thumb) 2.25 m/s.
const FULL_PULL_PX = 160;
const SOFTEST_PULL = 0.25;
const PULL_RANGE = 2;
const PULL_POWER = 1.6;

// Swiping: thumbs move at 500 to 2,200 px/s; that gives 0.8 to 1.55 m/s. A mouse is about 1.6 times as quick.
const WINDOW_MS = 80;
const SHORTEST_MS = 16;
const CALM_PX_PER_S = 700;
const CALM_MPS = 0.92;
const SWIPE_POWER = 0.45;
const QUICKER: Record<Pointer, number> = { touch: 1, pen: 1, mouse: 1.6 };

/** The flick that a gesture means if it ends now; null while it is no more than a tap. */
export function readGesture(path: readonly Touch[], ground: Ground, pointer: Pointer): Shot | null {
  const first = path[0];
  const last = path.at(-1);
  if (!first || !last) return null;
  const [x, y] = [last.x - first.x, last.y - first.y];
  if (Math.hypot(x, y) < TAP_PX) return null;
  const [fx, fy] = ground.forward;
  const isForward = x * fx + y * fy > 0;
  return isForward ? swipe(path, ground, pointer) : pull(x, y, ground);
}

function pull(x: number, y: number, ground: Ground): Shot {
  return { how: 'pull', speed_mps: pulledSpeed(Math.hypot(x, y)), azimuth: direction(-x, -y, ground) };
}

export function pulledSpeed(pixels: number): number {
  const share = Math.min(pixels / FULL_PULL_PX, 1);
  return SOFTEST_PULL + PULL_RANGE * share ** PULL_POWER;
}

function swipe(path: readonly Touch[], ground: Ground, pointer: Pointer): Shot | null {
  const [x, y] = velocity(path);
  const speed = swipedSpeed(Math.hypot(x, y), pointer);
  return speed < SLOWEST ? null : { how: 'swipe', speed_mps: speed, azimuth: direction(x, y, ground) };
}

export function swipedSpeed(pixelsPerSecond: number, pointer: Pointer): number {
  const calm = CALM_PX_PER_S * QUICKER[pointer];
  return Math.min(CALM_MPS * (pixelsPerSecond / calm) ** SWIPE_POWER, FASTEST);
}

/** Pixels a second over the last moment of a movement, from its timestamps. */
export function velocity(path: readonly Touch[]): [number, number] {
  const last = path.at(-1);
  const first = path[0];
  if (!last || !first) return [0, 0];
  const start = Math.max(first.time, last.time - WINDOW_MS);
  const [x, y] = placeAt(path, start);
  const elapsed = Math.max(last.time - start, SHORTEST_MS) / 1000;
  return [(last.x - x) / elapsed, (last.y - y) / elapsed];
}

/** Where the finger was at a moment, also between two events. */
function placeAt(path: readonly Touch[], time: number): [number, number] {
  const after = path.findIndex((touch) => touch.time >= time);
  const to = path[after];
  const from = path[after - 1] ?? to;
  if (!to || !from) return [0, 0];
  const share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 1;
  return [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
}

/** The direction on the board that a direction on the screen shows; 0 is straight downhill, left is positive. */
export function direction(x: number, y: number, { forward, left }: Ground): number {
  const area = forward[0] * left[1] - forward[1] * left[0];
  if (!area) return 0;
  const ahead = (x * left[1] - y * left[0]) / area;
  const aside = (forward[0] * y - forward[1] * x) / area;
  return Math.min(Math.max(Math.atan2(aside, ahead), -WIDEST), WIDEST);
}

/** Thumbs are broader than dice: within this of the middle, a touch gives no spin. */
const NO_SPIN = 0.35;
const MOST_SPIN = 0.8;

/** Where the finger hits, in half-widths of the die: from where it was touched, in half-widths on the screen. */
export function hitPoint(right: number, up: number): { hit_side: number; hit_height: number } {
  // Left on the screen is +y on the board, seen from behind the die.
  return { hit_side: beyond(-right), hit_height: beyond(up) };
}

function beyond(offset: number): number {
  const over = Math.max(0, Math.min(Math.abs(offset), 1) - NO_SPIN) / (1 - NO_SPIN);
  return over ? Math.sign(offset) * over * MOST_SPIN : 0;
}

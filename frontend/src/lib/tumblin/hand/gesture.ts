/**
 * What a thumb or a mouse means: pulled back and let go, or swiped forward, a gesture becomes speed and direction.
 *
 * Only places and event timestamps count, never frames: the same movement is the same flick on every machine.
 * Lengths are CSS pixels, which are about as large under every thumb; times are milliseconds.
 */
import type { Limits } from '$lib/tumblin/views';
import { widest } from './aiming';

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

/** A shorter movement is a tap. */
export const TAP_PX = 14;

// Pulling: 64 px give 0.7 m/s, 100 px 1.2 m/s, 160 px (a stretched thumb) 2.25 m/s.
export const FULL_PULL_PX = 160;
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
export function readGesture(
  path: readonly Touch[],
  ground: Ground,
  pointer: Pointer,
  limits: Limits,
  fullPull = FULL_PULL_PX,
): Shot | null {
  const first = path[0];
  const last = path.at(-1);
  if (!first || !last) return null;
  const [x, y] = [last.x - first.x, last.y - first.y];
  if (Math.hypot(x, y) < TAP_PX) return null;
  const [fx, fy] = ground.forward;
  const isForward = x * fx + y * fy > 0;
  return isForward ? swipe(path, ground, pointer, limits) : pull(x, y, ground, limits, fullPull);
}

function pull(x: number, y: number, ground: Ground, limits: Limits, fullPull: number): Shot {
  const azimuth = direction(-x, -y, ground, limits);
  return { how: 'pull', speed_mps: pulledSpeed((Math.hypot(x, y) * FULL_PULL_PX) / fullPull), azimuth };
}

export function pulledSpeed(pixels: number): number {
  const share = Math.min(pixels / FULL_PULL_PX, 1);
  return SOFTEST_PULL + PULL_RANGE * share ** PULL_POWER;
}

/** The strength of a flick as a share of the hardest pull. */
export const strengthOf = (speed_mps: number): number =>
  Math.min(Math.max(speed_mps / (SOFTEST_PULL + PULL_RANGE), 0), 1);

const EDGE_PX = 10; // of the screen, where thumbs are not felt
const SHORTEST_FULL_PULL_PX = 90;

/** The pull that is full strength, with so many pixels below the die: low screens need less of it. */
export const fullPullWithin = (room: number): number =>
  Math.min(FULL_PULL_PX, Math.max(SHORTEST_FULL_PULL_PX, room - EDGE_PX));

function swipe(path: readonly Touch[], ground: Ground, pointer: Pointer, limits: Limits): Shot | null {
  const [x, y] = velocity(path);
  const speed_mps = swipedSpeed(Math.hypot(x, y), pointer, limits);
  if (speed_mps < limits.min_speed_mps) return null;
  return { how: 'swipe', speed_mps, azimuth: direction(x, y, ground, limits) };
}

export function swipedSpeed(pixelsPerSecond: number, pointer: Pointer, limits: Limits): number {
  const calm = CALM_PX_PER_S * QUICKER[pointer];
  return Math.min(CALM_MPS * (pixelsPerSecond / calm) ** SWIPE_POWER, limits.max_speed_mps);
}

/** Pixels a second over the last moment of a movement, from its timestamps. */
function velocity(path: readonly Touch[]): [number, number] {
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
export function direction(x: number, y: number, { forward, left }: Ground, limits: Limits): number {
  const area = forward[0] * left[1] - forward[1] * left[0];
  if (!area) return 0;
  const ahead = (x * left[1] - y * left[0]) / area;
  const aside = (forward[0] * y - forward[1] * x) / area;
  return Math.min(Math.max(Math.atan2(aside, ahead), -widest(limits)), widest(limits));
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

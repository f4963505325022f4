/**
 * What fingers on the board are about: one aims, flicks or picks the die up, two look around.
 *
 * It knows places, times and deeds, no page and no camera; times are those of the events, so a busy machine
 * that delivers them late reads the same flick.
 */
import { readGesture, TAP_PX, type Ground, type Pointer, type Shot, type Touch } from './gesture';
import type { Limits } from '$lib/tumblin/views';

/** A finger that rests on the die this long picks it up. */
export const HOLD_MS = 500;
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 34;
const TURN_PER_PX = 0.006;
const TILT_PER_PX = 0.005;

/** Where a finger came down: on the die in the hand, elsewhere on the lower board, or where one only looks. */
export type Spot = 'die' | 'lower' | 'elsewhere';

/** What the hand is doing. */
export type Doing = 'aim' | 'lift' | 'look' | null;

/** How the board lies under the hand when a gesture begins. */
export interface Hand {
  ground: Ground;
  limits: Limits;
  /** The pull that is full strength here, in pixels. */
  fullPull: number;
}

/** What gestures lead to. */
export interface Deeds {
  /** The flick that letting go would make now; null while it is none. */
  aim(shot: Shot | null, finger: Touch): void;
  flick(shot: Shot, finger: Touch): void;
  /** Nothing came of it: the aim is as before. */
  putBack(): void;
  lift(): void;
  place(finger: Touch): void;
  look(turn: number, tilt: number, zoom: number): void;
  /** A short touch, on the die in the hand or elsewhere. */
  tap(finger: Touch, spot: Spot): void;
  doubleTap(): void;
}

export class Fingers {
  doing: Doing = null;
  #paths = new Map<number, Touch[]>();
  #spot: Spot = 'elsewhere';
  #pointer: Pointer = 'touch';
  #hand: Hand | null = null;
  #isMoved = false;
  #lastTap: Touch | null = null;

  constructor(private readonly deeds: Deeds) {}

  /** A finger comes down; without a hand there is nothing to flick. */
  down(id: number, touch: Touch, pointer: Pointer, spot: Spot, hand: Hand | null): void {
    this.#paths.set(id, [touch]);
    if (this.#paths.size > 1) return this.#lookInstead();
    this.#isMoved = false;
    [this.#spot, this.#pointer, this.#hand] = [spot, pointer, hand];
    this.doing = hand && spot !== 'elsewhere' ? 'aim' : 'look';
  }

  /** Time goes by: a finger that rests on the die lifts it. */
  hold(): void {
    if (this.doing !== 'aim' || this.#spot !== 'die' || this.#isMoved) return;
    this.doing = 'lift';
    this.deeds.lift();
  }

  move(id: number, touches: readonly Touch[]): void {
    const path = this.#paths.get(id);
    const [first, before, now] = [path?.[0], path?.at(-1), touches.at(-1)];
    if (!path || !first || !before || !now) return;
    path.push(...touches);
    if (distance(first, now) > TAP_PX) this.#isMoved = true;
    // On a busy machine the hold may be told before a quick movement is; timestamps tell them apart.
    if (this.doing === 'lift' && now.time - first.time < HOLD_MS) this.doing = 'aim';
    if (this.#paths.size > 1) this.#lookWithTwo(id, before, now);
    else if (this.doing === 'lift') this.deeds.place(now);
    else if (this.doing === 'aim') this.deeds.aim(this.#read(path), now);
    else if (this.doing === 'look' && this.#isMoved) this.#turn(before, now, 1);
  }

  up(id: number, touch: Touch): void {
    const path = this.#paths.get(id);
    this.#paths.delete(id);
    if (!path || this.#paths.size) return;
    const was = this.doing;
    this.doing = null;
    if (was === 'aim') this.#letGo([...path, touch], touch);
    else if (was === 'look' && !this.#isMoved) this.#tap(touch);
    else if (was === 'lift') this.deeds.place(touch);
  }

  /** The browser takes the gesture away. */
  cancel(): void {
    if (this.doing === 'aim') this.deeds.putBack();
    this.#paths.clear();
    this.doing = null;
  }

  #letGo(path: Touch[], touch: Touch): void {
    const shot = this.#read(path);
    if (shot) return this.deeds.flick(shot, touch);
    this.deeds.putBack();
    if (!this.#isMoved) this.#tap(touch);
  }

  #tap(touch: Touch): void {
    const last = this.#lastTap;
    const isDouble =
      this.#spot !== 'die' &&
      last !== null &&
      touch.time - last.time < DOUBLE_TAP_MS &&
      distance(last, touch) < DOUBLE_TAP_PX;
    this.#lastTap = isDouble ? null : touch;
    if (isDouble) this.deeds.doubleTap();
    else this.deeds.tap(touch, this.#spot);
  }

  #read(path: readonly Touch[]): Shot | null {
    const hand = this.#hand;
    return hand && readGesture(path, hand.ground, this.#pointer, hand.limits, hand.fullPull);
  }

  /** A second finger means that one wants to look: what the first was about is forgotten. */
  #lookInstead(): void {
    if (this.doing === 'aim' || this.doing === 'lift') this.deeds.putBack();
    this.doing = 'look';
    this.#isMoved = true;
  }

  #lookWithTwo(id: number, before: Touch, now: Touch): void {
    const other = [...this.#paths].find(([key]) => key !== id)?.[1].at(-1);
    if (!other) return;
    const wide = Math.max(distance(before, other), 1);
    // Each of two fingers moves their middle by half of its own way.
    this.#turn(before, now, 0.5, wide / Math.max(distance(now, other), 1));
  }

  #turn(before: Touch, now: Touch, share: number, zoom = 1): void {
    const turn = (before.x - now.x) * TURN_PER_PX * share;
    this.deeds.look(turn, (now.y - before.y) * TILT_PER_PX * share, zoom);
  }
}

const distance = (one: Touch, other: Touch): number => Math.hypot(one.x - other.x, one.y - other.y);

/** A number on its way from the tray to a city: it follows the pointer and is written where it is let go. */
import type { City } from '$lib/dicetrip/editions';
import type { Slot } from '$lib/dicetrip/table/game.svelte';

const MOVED_PX = 8; // less is a tap
const LIFT_PX = 52; // above a finger, so that number and city stay in sight

interface Hold {
  slot: Slot;
  number: number;
  x: number;
  y: number;
}

export class Dragging {
  /** The number in flight, and where it is on the screen. */
  flying = $state.raw<Hold | null>(null);
  /** The city that it would be written into. */
  over = $state.raw<City | null>(null);

  #held: Hold | null = null;
  readonly #cityAt: (x: number, y: number) => City | undefined;
  readonly #drop: (slot: Slot, city: City) => void;

  constructor(cityAt: (x: number, y: number) => City | undefined, drop: (slot: Slot, city: City) => void) {
    this.#cityAt = cityAt;
    this.#drop = drop;
  }

  /** A pointer goes down on a number. */
  hold(event: PointerEvent, slot: Slot, number: number): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#held = { slot, number, x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    const held = this.#held;
    if (!held) return;
    const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > MOVED_PX;
    if (!this.flying && !isFar) return;
    if (!this.flying) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    const y = event.clientY - (event.pointerType === 'mouse' ? 0 : LIFT_PX);
    this.flying = { ...held, x: event.clientX, y };
    this.over = this.#cityAt(event.clientX, y) ?? null;
  }

  /** The pointer goes up; a number that never flew was tapped, which is not our business. */
  letGo(): void {
    const { flying, over } = this;
    this.cancel();
    if (flying && over) this.#drop(flying.slot, over);
  }

  cancel(): void {
    this.#held = null;
    this.flying = null;
    this.over = null;
  }
}

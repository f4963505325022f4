/** Fingers and mouse on a map: tap, long press, pan, pinch, double tap, wheel. */
import type { City } from '$lib/dicetrip/editions';
import type { Point } from '$lib/dicetrip/sheet/geometry';
import type { Looking } from './looking.svelte';
import { moved, toggled, zoomed } from './zooming';

const LONG_PRESS_MS = 480;
const DOUBLE_TAP_MS = 320;
const MOVED_PX = 9;

export interface Place {
  clientX: number;
  clientY: number;
}

/** What gestures ask of a map, and what they tell it. */
export interface Touched {
  svg: SVGSVGElement | undefined;
  cityUnder: (place: Place) => City | undefined;
  onpick: ((city: City) => void) | undefined;
  oncross: ((city: City) => void) | undefined;
  onlook: ((city: City | null) => void) | undefined;
}

/** Where a place of the screen lies in the drawing. */
export function drawn(svg: SVGSVGElement | undefined, { clientX, clientY }: Place): Point {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg?.getScreenCTM()?.inverse());
  return { x, y };
}

export class Gestures {
  readonly #looking: Looking;
  readonly #map: () => Touched;
  readonly #fingers = new Map<number, Point>();
  #start: (Point & { city: City | undefined }) | null = null;
  #press: ReturnType<typeof setTimeout> | undefined;
  #lastTap = -Infinity;

  constructor(looking: Looking, map: () => Touched) {
    this.#looking = looking;
    this.#map = map;
  }

  #drawn(event: PointerEvent | WheelEvent): Point {
    return drawn(this.#map().svg, event);
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { cityUnder, oncross, onlook } = this.#map();
    this.#fingers.set(event.pointerId, this.#drawn(event));
    clearTimeout(this.#press);
    if (this.#fingers.size > 1) {
      this.#start = null;
      onlook?.(null);
      return;
    }
    const city = cityUnder(event);
    this.#start = { x: event.clientX, y: event.clientY, city };
    onlook?.(city ?? null); // stays until another place is pressed
    if (city && oncross) this.#press = setTimeout(() => this.#pressLong(city), LONG_PRESS_MS);
  };

  #pressLong(city: City): void {
    const { oncross, onlook } = this.#map();
    this.#start = null;
    navigator.vibrate?.(15);
    onlook?.(null);
    oncross?.(city);
  }

  readonly move = (event: PointerEvent): void => {
    const { svg, cityUnder, onlook } = this.#map();
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') onlook?.(cityUnder(event) ?? null);
      return;
    }
    const now = this.#drawn(event);
    const start = this.#start;
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > MOVED_PX) {
      this.#start = null;
      clearTimeout(this.#press);
      onlook?.(null);
      svg?.setPointerCapture(event.pointerId);
    }
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, before, now);
    else if (!this.#start) this.#pan(now.x - before.x, now.y - before.y);
    this.#fingers.set(event.pointerId, now);
  };

  #pan(dx: number, dy: number): void {
    this.#looking.set(moved(this.#looking.look, dx, dy, this.#looking.paper));
  }

  #pinch(id: number, before: Point, now: Point): void {
    const other = [...this.#fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.#looking.set(zoomed(this.#looking.look, apart(now) / apart(before), middle, this.#looking.paper));
    this.#pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  readonly up = (event: PointerEvent): void => {
    clearTimeout(this.#press);
    this.#fingers.delete(event.pointerId);
    if (this.#start) this.#tap(this.#start.city, event);
    this.#start = null;
  };

  /** A tap picks a city; two quick ones where there is nothing to pick look closer, or at the whole again. */
  #tap(city: City | undefined, event: PointerEvent): void {
    const { onpick } = this.#map();
    if (city && onpick) {
      onpick(city);
      return;
    }
    const isSecond = event.timeStamp - this.#lastTap < DOUBLE_TAP_MS;
    this.#lastTap = isSecond ? -Infinity : event.timeStamp;
    if (isSecond) this.#looking.set(toggled(this.#looking.look, this.#drawn(event), this.#looking.paper));
  }

  readonly cancel = (event: PointerEvent): void => {
    clearTimeout(this.#press);
    this.#fingers.delete(event.pointerId);
    this.#start = null;
    this.#map().onlook?.(null);
  };

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { look, paper } = this.#looking;
    this.#looking.set(zoomed(look, Math.exp(-event.deltaY * 0.0016), this.#drawn(event), paper));
  };
}

/** How one looks at a map: as close as fingers need it at first, then as the person or the game wishes. */
import type { Point } from '$lib/dicetrip/sheet/geometry';
import { closeTo, kept, showing, WHOLE, zoomed, paperIn, type Box, type Look, type Paper } from './zooming';

interface Wishes {
  box: Box;
  /** The room of the screen that the map may fill, in pixels; unknown before the first layout. */
  room: { width: number; height: number } | undefined;
  /** How close to begin. */
  begin: number;
  /** Points that must be seen for as long as they are named. */
  shown: Point[];
  /** What is left free around points that are brought into sight. */
  margin: number;
}

export class Looking {
  #own = $state.raw<{ look: Look; paper: Paper } | null>(null);
  /** Whether the last move was not made by a hand. */
  isGliding = $state(false);
  readonly #wishes: () => Wishes;

  constructor(wishes: () => Wishes) {
    this.#wishes = wishes;
  }

  readonly paper = $derived.by((): Paper => {
    const { box, room } = this.#wishes();
    return paperIn(box, room ?? { width: box[2], height: box[3] });
  });

  /** What a person chose holds until the room changes, as when a phone is turned. */
  readonly #chosen = $derived.by((): Look => {
    if (this.#own?.paper === this.paper) return this.#own.look;
    return closeTo(this.#wishes().begin, this.paper);
  });

  readonly look = $derived.by((): Look => {
    const { shown, margin } = this.#wishes();
    return showing(this.#chosen, shown, margin, this.paper);
  });

  set(look: Look): void {
    this.isGliding = false;
    this.#own = { look: kept(look, this.paper), paper: this.paper };
  }

  whole(): void {
    this.set(WHOLE);
  }

  /** Look closer at the middle of what is seen. */
  zoomBy(factor: number): void {
    const [left, top, width, height] = this.paper.box;
    this.set(zoomed(this.look, factor, { x: left + width / 2, y: top + height / 2 }, this.paper));
  }

  /** Bring some points into sight, if one looks from close by and they have room there together. */
  turnTo(points: Point[]): void {
    const { scale } = this.#chosen;
    const next = showing(this.#chosen, points, this.#wishes().margin, this.paper);
    if (scale <= 1 || next.scale < scale) return;
    this.set(next);
    this.isGliding = true;
  }
}

/** The projection between board and screen that gestures need, of the board in 3D or flat. */
import type { Ground } from '$lib/tumblin/hand/gesture';

export interface Eye {
  /** Where a point of the room is on the screen, in CSS pixels of the window. */
  screen(x: number, y: number, z: number): [number, number];
  /** How the board lies on the screen at a point. */
  ground(x: number, y: number, z: number): Ground;
  /** The point at a height under a place of the window. */
  under(clientX: number, clientY: number, height: number): { x: number; y: number } | null;
  turnBy(turn: number, tilt: number): void;
  zoomBy(factor: number): void;
  /** Back to where one stood, after looking around. */
  lookAhead(): void;
}

export type Standpoint = 'player' | 'follow' | 'top';

/** Where somebody wants to stand; whoever has looked around and asks for the same once more looks ahead again. */
export interface Stand {
  at: Standpoint;
}

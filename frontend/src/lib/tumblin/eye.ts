/** What a picture of the board, in space or flat, must tell whoever touches it. */
import type { Ground } from './gesture';

export interface Eye {
  /** Where a point of the room is on the screen, in CSS pixels of the window. */
  screen(x: number, y: number, z: number): [number, number];
  /** How the board lies on the screen at a point. */
  ground(x: number, y: number, z: number): Ground;
  /** The point at a height under a place of the window. */
  under(clientX: number, clientY: number, height: number): { x: number; y: number } | null;
  turnBy(turn: number, tilt: number): void;
  zoomBy(factor: number): void;
}

export type Standpoint = 'player' | 'follow' | 'top';

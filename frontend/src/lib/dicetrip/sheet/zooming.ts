/** Zoom and pan of a map: which part of it one looks at. Pure, in units of the drawing. */
import type { Point } from './geometry';

export interface Look {
  scale: number;
  x: number;
  y: number;
}

export type Box = readonly [number, number, number, number];

export const WHOLE: Look = { scale: 1, x: 0, y: 0 };
const CLOSEST = 4;
const DOUBLE_TAP = 2;

/** Keep the map on the table: never smaller than whole, never pushed out of sight. */
export function kept(look: Look, [left, top, width, height]: Box): Look {
  const scale = Math.min(CLOSEST, Math.max(1, look.scale));
  const within = (value: number, start: number, size: number): number =>
    Math.min(start - start * scale, Math.max(start + size - (start + size) * scale, value));
  return { scale, x: within(look.x, left, width), y: within(look.y, top, height) };
}

/** Look closer (or less close) at a point, which stays where it is on the screen. */
export function zoomed(look: Look, factor: number, at: Point, box: Box): Look {
  const scale = Math.min(CLOSEST, Math.max(1, look.scale * factor));
  const grown = scale / look.scale;
  return kept({ scale, x: at.x - (at.x - look.x) * grown, y: at.y - (at.y - look.y) * grown }, box);
}

export function moved(look: Look, dx: number, dy: number, box: Box): Look {
  return kept({ ...look, x: look.x + dx, y: look.y + dy }, box);
}

/** What a double tap does: look closer at its point, or at the whole map again. */
export function toggled(look: Look, at: Point, box: Box): Look {
  return look.scale > 1.01 ? WHOLE : zoomed(look, DOUBLE_TAP, at, box);
}

/** Where a point of the screen's drawing lies on the map. */
export function onMap(look: Look, point: Point): Point {
  return { x: (point.x - look.x) / look.scale, y: (point.y - look.y) / look.scale };
}

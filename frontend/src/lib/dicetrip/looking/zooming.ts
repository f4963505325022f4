/** Zoom and pan of a map: which part of it one looks at. Pure, in units of the drawing. */
import type { Point } from '$lib/dicetrip/sheet/geometry';

export interface Look {
  scale: number;
  x: number;
  y: number;
}

export type Box = readonly [number, number, number, number];

/** A map on the table: its own box, and how wide and high the room is that it may fill when one looks closer. */
export interface Paper {
  box: Box;
  room: readonly [number, number];
}

export const WHOLE: Look = { scale: 1, x: 0, y: 0 };
const CLOSEST = 4;
const DOUBLE_TAP = 2;

/** A map in a room of the screen: what the whole map leaves free at its sides is used from closer by. */
export function paperIn(box: Box, room: { width: number; height: number }): Paper {
  const unit = Math.min(room.width / box[2], room.height / box[3]);
  return { box, room: unit > 0 ? [room.width / unit, room.height / unit] : [box[2], box[3]] };
}

/** What can be seen at once, around the middle of the map's box. */
function sight({ box: [left, top, width, height], room }: Paper, scale: number): Box {
  const [wide, high] = [Math.min(room[0], width * scale), Math.min(room[1], height * scale)];
  return [left + (width - wide) / 2, top + (height - high) / 2, wide, high];
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Keep the map on the table: never smaller than whole, never pushed out of sight. */
export function kept(look: Look, paper: Paper): Look {
  const scale = within(look.scale, 1, CLOSEST);
  const [left, top, width, height] = paper.box;
  const [x, y, wide, high] = sight(paper, scale);
  return {
    scale,
    x: within(look.x, x + wide - (left + width) * scale, x - left * scale),
    y: within(look.y, y + high - (top + height) * scale, y - top * scale),
  };
}

/** Look closer (or less close) at a point, which stays where it is on the screen. */
export function zoomed(look: Look, factor: number, at: Point, paper: Paper): Look {
  const scale = within(look.scale * factor, 1, CLOSEST);
  const grown = scale / look.scale;
  return kept({ scale, x: at.x - (at.x - look.x) * grown, y: at.y - (at.y - look.y) * grown }, paper);
}

export function moved(look: Look, dx: number, dy: number, paper: Paper): Look {
  return kept({ ...look, x: look.x + dx, y: look.y + dy }, paper);
}

/** What a double tap does: look closer at its point, or at the whole map again. */
export function toggled(look: Look, at: Point, paper: Paper): Look {
  return look.scale > 1.01 ? WHOLE : zoomed(look, DOUBLE_TAP, at, paper);
}

/** The middle of the map, from as close as wished. */
export function closeTo(scale: number, paper: Paper): Look {
  return zoomed(WHOLE, scale, middleOf(paper), paper);
}

/** The least move that brings some points into sight, from further away only if they are too far apart. */
export function showing(look: Look, points: Point[], margin: number, paper: Paper): Look {
  if (!points.length) return look;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [right, bottom] = [Math.max(...xs) + margin, Math.max(...ys) + margin];
  const fitting = Math.min(paper.room[0] / (right - left), paper.room[1] / (bottom - top));
  const scale = within(fitting, 1, look.scale);
  const { x, y } = zoomed(look, scale / look.scale, middleOf(paper), paper);
  const [seenX, seenY, wide, high] = sight(paper, scale);
  return kept(
    {
      scale,
      x: within(x, seenX - left * scale, seenX + wide - right * scale),
      y: within(y, seenY - top * scale, seenY + high - bottom * scale),
    },
    paper,
  );
}

const middleOf = ({ box: [left, top, width, height] }: Paper): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});

/** Where a point of the screen's drawing lies on the map. */
export function onMap(look: Look, point: Point): Point {
  return { x: (point.x - look.x) / look.scale, y: (point.y - look.y) / look.scale };
}

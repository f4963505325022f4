/** Where a note over the board is put so that all of it is seen. */

/** The board's rectangle in the window. */
export interface Room {
  left: number;
  top: number;
  width: number;
  height: number;
}

const HALF_WIDTH_PX = 84; // half of a long note
const HEIGHT_PX = 62;

/** The middle of a note's lower edge, so many pixels above a place of the window, within the board's rectangle. */
export function placeAbove(
  [x, y]: [number, number],
  room: Room,
  pixels: number,
  halfWidth = HALF_WIDTH_PX,
): [number, number] {
  const half = Math.min(halfWidth, room.width / 2);
  const across = Math.min(Math.max(x - room.left, half), room.width - half);
  return [across, Math.min(Math.max(y - room.top - pixels, HEIGHT_PX), room.height)];
}

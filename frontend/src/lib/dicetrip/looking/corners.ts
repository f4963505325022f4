/** Which corner of a map is the emptiest: there its buttons hide nothing. */
import type { City, Edition } from '$lib/dicetrip/editions';

const CORNERS = ['top-right', 'top-left', 'bottom-right', 'bottom-left'] as const;
const LETTER = 13; // units that a letter of a name is wide at most, on phones

export type Corner = (typeof CORNERS)[number];

/** The corner farthest from every city, its name, the map's and the compass; the upper right one, if that is as good. */
export function freeCorner({ cities, titleSpot, compassSpot, viewbox }: Edition): Corner {
  const [left, top, width, height] = viewbox;
  const written = [
    ...cities.flatMap(spots),
    ...[titleSpot, compassSpot].filter((spot) => spot !== undefined),
  ];
  const room = (corner: Corner): number => {
    const x = corner.endsWith('left') ? left : left + width;
    const y = corner.startsWith('top') ? top : top + height;
    return Math.min(...written.map((spot) => Math.max(Math.abs(spot.x - x), Math.abs(spot.y - y))));
  };
  return CORNERS.reduce((best, corner) => (room(corner) > room(best) ? corner : best));
}

/** Where a city is, and where its name begins and ends. */
function spots({ x, y, name, label }: City): { x: number; y: number }[] {
  const long = LETTER * Math.max(...(label.lines ?? [name]).map((line) => line.length));
  const from = { start: 0, middle: -long / 2, end: -long }[label.anchor];
  return [
    { x, y },
    { x: x + label.dx + from, y: y + label.dy },
    { x: x + label.dx + from + long, y: y + label.dy },
  ];
}

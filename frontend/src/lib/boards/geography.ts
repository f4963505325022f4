/** Where places of the world lie on a map: as those that are on it already lie to each other. */
import type { Point } from '$lib/dicetrip/sheet/geometry';
import { added, EDGE, frameOf, type Draft } from './changes';

export interface WorldPlace {
  name: string;
  latitude: number;
  longitude: number;
}

const FIRST_DISTANCE = 400; // units between the first two places of a map

/** With a place as a new city. What would lie beyond the edge makes the whole map smaller. */
export function withPlace(draft: Draft, place: WorldPlace): Draft {
  const at = onDrawing(draft, place);
  const whole = added(draft, place.name, at);
  const city = whole.cities.at(-1);
  const cities = whole.cities.map((one) =>
    one === city ? { ...one, ...at, lat: place.latitude, lon: place.longitude } : one,
  );
  return { ...whole, cities: within(draft, cities) };
}

/** Mercator's map, which turns and stretches alike in all directions, as a change of scale does. */
function flat(latitude: number, longitude: number): Point {
  return { x: longitude, y: (-180 / Math.PI) * Math.asinh(Math.tan((latitude * Math.PI) / 180)) };
}

/** The place on the drawing: by the turn and scale that fit the known places best. */
function onDrawing(draft: Draft, place: WorldPlace): Point {
  const known = draft.cities.filter(({ lat, lon }) => lat !== undefined && lon !== undefined);
  const from = known.map(({ lat, lon }) => flat(lat ?? 0, lon ?? 0));
  const here = flat(place.latitude, place.longitude);
  const [left, top, width, height] = frameOf(draft);
  if (!known.length) return { x: left + width / 2, y: top + height / 2 };
  const [start, end] = [middle(from), middle(known)];
  const [dx, dy] = [here.x - start.x, here.y - start.y];
  let [turn, over, size] = [0, 0, 0];
  known.forEach((city, number) => {
    const [fx, fy] = [(from[number]?.x ?? 0) - start.x, (from[number]?.y ?? 0) - start.y];
    const [tx, ty] = [city.x - end.x, city.y - end.y];
    turn += fx * tx + fy * ty;
    over += fx * ty - fy * tx;
    size += fx * fx + fy * fy;
  });
  if (!size) [turn, over, size] = [FIRST_DISTANCE, 0, Math.hypot(dx, dy) || 1];
  const [a, b] = [turn / size, over / size];
  return { x: end.x + a * dx - b * dy, y: end.y + b * dx + a * dy };
}

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const CROWDED = 0.8; // of the frame, wide or high

/** With all cities as far apart as the frame allows, unless they fill most of it or have a coast of their own. */
export function spread(draft: Draft): Draft {
  if (draft.coast !== 'around') return draft;
  const [, , width, height] = frameOf(draft);
  const { west, east, north, south } = boundsOf(draft.cities);
  const [wide, high] = [width - 2 * EDGE, height - 2 * EDGE];
  const filled = Math.max((east - west) / wide, (south - north) / high);
  if (filled > CROWDED || !filled) return draft;
  const larger = draft.cities.map((city) => ({ ...city, x: city.x / filled, y: city.y / filled }));
  return { ...draft, cities: within(draft, larger) };
}

function boundsOf(cities: Draft['cities']): Record<'west' | 'east' | 'north' | 'south', number> {
  const [xs, ys] = [cities.map(({ x }) => x), cities.map(({ y }) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}

/** All cities within the frame: as they are if they are, else moved together and made smaller as needed. */
function within(draft: Draft, cities: Draft['cities']): Draft['cities'] {
  const [left, top, width, height] = frameOf(draft);
  const { west, east, north, south } = boundsOf(cities);
  const isIn =
    west >= left + EDGE && east <= left + width - EDGE && north >= top + EDGE && south <= top + height - EDGE;
  const [wide, high] = [width - 2 * EDGE, height - 2 * EDGE];
  const scale = isIn ? 1 : Math.min(1, wide / (east - west || 1), high / (south - north || 1));
  const shift = (least: number, most: number, start: number, room: number): number =>
    isIn ? 0 : start + EDGE + (room - (most - least) * scale) / 2 - least * scale;
  const [dx, dy] = [shift(west, east, left, wide), shift(north, south, top, high)];
  return cities.map((city) => ({
    ...city,
    x: Math.round(city.x * scale + dx),
    y: Math.round(city.y * scale + dy),
  }));
}

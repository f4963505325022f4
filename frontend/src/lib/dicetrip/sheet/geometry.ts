/** Lines and distances on a map, in the units of the edition's drawing. */
import type { City, Edition } from '$lib/dicetrip/editions';

export interface Point {
  x: number;
  y: number;
}

export const byId = (edition: Edition): Map<string, City> =>
  new Map(edition.cities.map((city) => [city.id, city]));

/** The cities that roads join to each city. */
export function neighbours(edition: Edition): Map<string, City[]> {
  const cities = byId(edition);
  const found = new Map<string, City[]>(edition.cities.map((city) => [city.id, []]));
  for (const [one, other] of edition.roads) {
    const [a, b] = [cities.get(one), cities.get(other)];
    if (!a || !b) continue;
    found.get(one)?.push(b);
    found.get(other)?.push(a);
  }
  return found;
}

const isSameRoad = (road: [string, string], other: [string, string]): boolean =>
  road.every((end) => other.includes(end));

export function isFerry(edition: Edition, road: [string, string]): boolean {
  return (edition.ferries ?? []).some((ferry) => isSameRoad(ferry, road));
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A straight line between two cities that leaves their circles free. */
export function between(from: Point, to: Point, gap: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [((to.x - from.x) * gap) / length, ((to.y - from.y) * gap) / length];
  return `M${round(from.x + dx)} ${round(from.y + dy)}L${round(to.x - dx)} ${round(to.y - dy)}`;
}

/** A line through cities, one after the other. */
export function through(points: Point[]): string {
  return points.map(({ x, y }, place) => `${place ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
}

/** Circles around points, as one shape. */
export function dots(points: Point[], r: number): string {
  return points
    .map(({ x, y }) => `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`)
    .join('');
}

/** The city nearest to a point, if it is near enough to be meant. */
export function cityAt(edition: Edition, point: Point, reach: number): City | undefined {
  const distance = (city: City) => Math.hypot(city.x - point.x, city.y - point.y);
  const nearest = edition.cities.reduce((best, city) => (distance(city) < distance(best) ? city : best));
  return distance(nearest) <= reach ? nearest : undefined;
}

const DIRECTIONS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The next city in the direction of an arrow key: near, and not far to the side. */
export function cityTowards(edition: Edition, from: City, key: string): City | undefined {
  const way = DIRECTIONS[key];
  if (!way) return undefined;
  const effort = (city: City): number => {
    const [dx, dy] = [city.x - from.x, city.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    return ahead <= 0 || aside > 2 * ahead ? Infinity : ahead + 1.5 * aside;
  };
  const best = edition.cities.reduce((least, city) => (effort(city) < effort(least) ? city : least), from);
  return effort(best) < Infinity ? best : undefined;
}

/** A small tilt that always is the same for a city: nobody writes quite straight. */
export function tilt(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 997;
  return (sum % 15) - 7;
}

const FINE_PX = 0.62; // for each unit of a drawing: from there on circles and names are large enough
const MOST_GROWN = 1.54; // what the labels of the editions are placed for

/** How much circles and names grow where a unit has so few pixels, so that fingers and eyes can find them. */
export const grownAt = (unitPx: number): number => Math.min(MOST_GROWN, Math.max(1, FINE_PX / unitPx));

/** Coasts drawn by hand: a stroke becomes an island, and coasts that it touches go. */
import type { Point } from '$lib/dicetrip/sheet/geometry';
import { frameOf, type Draft } from './changes';

const LEAST = 90; // units that an island is wide or high
const STEP = 9; // units between two points of a coast, before its corners are cut
const MOST_POINTS = 220;

/** With the island that a stroke draws; null if it is too small for one. */
export function withIsland(draft: Draft, stroke: readonly Point[]): Draft | null {
  const ring = smooth(spaced(stroke.map((point) => held(draft, point))));
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  const isLarge = Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) >= LEAST;
  if (ring.length < 6 || !isLarge) return null;
  const others = draft.coast === 'around' ? [] : ringsOf(draft.outline ?? '');
  const kept = others.filter((other) => !touch(ring, other));
  const drawn = { ...draft, outline: [...kept, ring].map(pathOf).join('') };
  delete drawn.coast;
  return drawn;
}

function held(draft: Draft, { x, y }: Point): Point {
  const [left, top, width, height] = frameOf(draft);
  return {
    x: Math.min(Math.max(x, left), left + width),
    y: Math.min(Math.max(y, top), top + height),
  };
}

/** Points at even distances, as few as are needed. */
function spaced(points: readonly Point[]): Point[] {
  let long = 0;
  points.forEach((point, number) => {
    const before = points[number - 1];
    if (before) long += Math.hypot(point.x - before.x, point.y - before.y);
  });
  const step = Math.max(STEP, long / MOST_POINTS);
  const found: Point[] = [];
  for (const point of points) {
    const last = found.at(-1);
    if (!last || Math.hypot(point.x - last.x, point.y - last.y) >= step) found.push(point);
  }
  return found;
}

/** A ring with its corners cut once. */
const smooth = (ring: readonly Point[]): Point[] =>
  ring.flatMap((one, number) => {
    const other = ring[(number + 1) % ring.length] ?? one;
    return [0.25, 0.75].map((share) => ({
      x: one.x + share * (other.x - one.x),
      y: one.y + share * (other.y - one.y),
    }));
  });

/** The rings of a checked map's coast: straight lines between absolute points. */
function ringsOf(path: string): Point[][] {
  return path
    .split('M')
    .filter(Boolean)
    .map((ring) =>
      ring
        .replace('Z', '')
        .split('L')
        .map((pair) => {
          const [x, y] = pair.trim().split(/[ ,]+/).map(Number);
          return { x: x ?? 0, y: y ?? 0 };
        }),
    );
}

const pathOf = (ring: readonly Point[]): string =>
  `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

const touch = (one: readonly Point[], other: readonly Point[]): boolean =>
  one.some((point) => isInside(point, other)) || other.some((point) => isInside(point, one));

function isInside({ x, y }: Point, ring: readonly Point[]): boolean {
  let isIn = false;
  ring.forEach((one, number) => {
    const other = ring[(number + 1) % ring.length] ?? one;
    if (one.y > y !== other.y > y && x < one.x + ((y - one.y) * (other.x - one.x)) / (other.y - one.y))
      isIn = !isIn;
  });
  return isIn;
}

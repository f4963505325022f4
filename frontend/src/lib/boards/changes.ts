/** Changes of a map that is being drawn, each as a new document; what is wrong with it, the server says. */
import type { EditionFile } from '$lib/dicetrip/sheet/drawing';
import type { Point } from '$lib/dicetrip/sheet/geometry';
import type { Colour } from '$lib/dicetrip/views';

type Drawn = EditionFile['cities'][number];
export type Draft = Omit<EditionFile, 'cities'> & {
  /** A city knows where in the world it lies if it was found by its name. */
  cities: (Drawn & { lat?: number; lon?: number })[];
  coast?: string;
  sources?: Record<string, string>;
};
export type Road = [string, string];

const PAPER: [number, number, number, number] = [0, 0, 1000, 1000];
export const EDGE = 60; // that cities keep from the edge of the map
const STEP = 40; // between places that are tried for a new city
export const MOST_CITIES = 25;

/** The box that a map is drawn in. */
export const frameOf = ({ viewbox = PAPER }: Draft): readonly [number, number, number, number] => viewbox;

/** A map to begin with nothing. */
export const emptyDraft = (name: string): Draft => ({
  id: 'own',
  name: { en: name },
  viewbox: PAPER,
  coast: 'around',
  cities: [],
  roads: [],
  zones: ['A', 'B', 'C'].map((id) => ({ id, cities: [] })),
});

/** What of a draft is sent to be checked: its drawing comes back. */
export function slim(draft: Draft): Draft {
  const { id, name, viewbox, coast, outline, cities, roads, ferries, zones, sources } = draft;
  const kept = { id, name, viewbox, coast, outline, cities, roads, ferries, sources };
  const given = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  return { ...given, zones: zones.map((zone) => ({ id: zone.id, cities: zone.cities })) } as Draft;
}

function withCity(draft: Draft, id: string, change: Partial<Draft['cities'][number]>): Draft {
  return { ...draft, cities: draft.cities.map((city) => (city.id === id ? { ...city, ...change } : city)) };
}

/** A place within the map, in whole units. */
export function within({ viewbox = PAPER }: Draft, { x, y }: Point): Point {
  const [left, top, width, height] = viewbox;
  const held = (value: number, start: number, size: number) =>
    Math.round(Math.min(Math.max(value, start + EDGE), start + size - EDGE));
  return { x: held(x, left, width), y: held(y, top, height) };
}

export const moved = (draft: Draft, id: string, to: Point): Draft => withCity(draft, id, within(draft, to));

export const renamed = (draft: Draft, id: string, name: string): Draft => withCity(draft, id, { name });

export const titled = (draft: Draft, name: string): Draft => ({ ...draft, name: { en: name } });

export const coloured = (draft: Draft, id: string, colour: Colour | null): Draft =>
  withCity(draft, id, { colour });

/** A city in another zone, given by its place in the list. */
export function painted(draft: Draft, id: string, place: number): Draft {
  const zones = draft.zones.map((zone, number) => {
    const others = zone.cities.filter((city) => city !== id);
    return { ...zone, cities: number === place ? [...others, id] : others };
  });
  return withCity({ ...draft, zones }, id, { zone: zones[place]?.id ?? '' });
}

export const isRoad = (road: Road, one: string, other: string): boolean =>
  road.includes(one) && road.includes(other);

export const hasRoad = (draft: Draft, one: string, other: string): boolean =>
  draft.roads.some((road) => isRoad(road, one, other));

/** With a road laid, or without the one that was there. */
export function switched(draft: Draft, one: string, other: string): Draft {
  const roads = draft.roads.filter((road) => !isRoad(road, one, other));
  return { ...draft, roads: roads.length < draft.roads.length ? roads : [...roads, [one, other]] };
}

/** With one more city, in the zone that has the fewest. */
export function added(draft: Draft, name: string, at: Point): Draft {
  const taken = new Set(draft.cities.map(({ id }) => id));
  let number = draft.cities.length + 1;
  while (taken.has(`c${number}`)) number++;
  const id = `c${number}`;
  const smallest = draft.zones.reduce(
    (best, zone, place) => (zone.cities.length < (draft.zones[best]?.cities.length ?? 0) ? place : best),
    0,
  );
  const city = { id, name, colour: null, zone: '', ...within(draft, at) };
  return painted({ ...draft, cities: [...draft.cities, city] }, id, smallest);
}

/** Without a city and its roads. */
export function without(draft: Draft, id: string): Draft {
  return {
    ...draft,
    cities: draft.cities.filter((city) => city.id !== id),
    roads: draft.roads.filter((road) => !road.includes(id)),
    zones: draft.zones.map((zone) => ({ ...zone, cities: zone.cities.filter((city) => city !== id) })),
  };
}

/** The place of the map that is farthest from all cities. */
export function roomiest(draft: Draft): Point {
  const [left, top, width, height] = draft.viewbox ?? PAPER;
  let best = { x: left + width / 2, y: top + height / 2 };
  let most = draft.cities.length ? -1 : Infinity;
  for (let y = top + 2 * EDGE; y <= top + height - 2 * EDGE; y += STEP)
    for (let x = left + 2 * EDGE; x <= left + width - 2 * EDGE; x += STEP) {
      const room = Math.min(...draft.cities.map((city) => Math.hypot(city.x - x, city.y - y)));
      if (room > most) [best, most] = [{ x, y }, room];
    }
  return best;
}

/** Roads, zones and colours between the cities of a draft, which are counted from 0. */
export interface Network {
  /** Where the cities stand now: those that were too near to each other have moved a little. */
  spots: Point[];
  roads: [number, number][];
  zones: number[][];
  colours: (Colour | null)[];
}

/** With other roads, zones and colours on the cities that are there. */
export function networked(draft: Draft, { spots, roads, zones, colours }: Network): Draft {
  const id = (place: number): string => draft.cities[place]?.id ?? '';
  const zoneOf = (place: number): string =>
    draft.zones[zones.findIndex((zone) => zone.includes(place))]?.id ?? '';
  return {
    ...draft,
    cities: draft.cities.map((city, place) => ({
      ...city,
      ...(spots[place] && within(draft, spots[place])),
      colour: colours[place] ?? null,
      zone: zoneOf(place),
    })),
    roads: roads.map(([one, other]): Road => [id(one), id(other)]),
    ferries: [],
    zones: draft.zones.map((zone, number) => ({ ...zone, cities: (zones[number] ?? []).map(id) })),
  };
}

/** Where the cities of a draft stand, and what they are called. */
export const spotsOf = (draft: Draft): (Point & { name: string })[] =>
  draft.cities.map(({ name = '', x, y }) => ({ name, x, y }));

export const withCoastAround = (draft: Draft): Draft => ({ ...draft, coast: 'around' });

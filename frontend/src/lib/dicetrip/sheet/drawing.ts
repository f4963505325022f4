/** Everything a map needs to be drawn, also for edition files that hold only what the rules need. */
import type { City, Edition, Zone } from '$lib/dicetrip/editions';
import type { Colour } from '$lib/dicetrip/views';

/** An edition file as it comes: only ids, places, zones and roads are certain. */
export type EditionFile = Partial<Omit<Edition, 'cities' | 'zones' | 'roads'>> & {
  id: string;
  cities: (Partial<City> & Pick<City, 'id' | 'x' | 'y' | 'zone'>)[];
  zones: (Partial<Zone> & Pick<Zone, 'id' | 'cities'>)[];
  roads: [string, string][];
};

const WIDTH = 1000;
const MARGIN = 110;
const RADIUS = 22;
const COLOURS: Edition['colours'] = [
  { id: 'red', hex: '#C8322B', symbol: 'triangle' },
  { id: 'blue', hex: '#1E5FAE', symbol: 'square' },
  { id: 'green', hex: '#2E8B57', symbol: 'diamond' },
  { id: 'yellow', hex: '#E5A50A', symbol: 'circle' },
];

const TITLE_SIZE = 35;
const TITLE_LETTER = 0.8; // width of a capital letter with its space, for a size of 1

/** How large the title may be so that a country's name, long as it may be, has room at its spot. */
export function titleSize({ fontSize, width }: NonNullable<Edition['titleSpot']>, name: string): number {
  const wished = fontSize ? 0.84 * fontSize : TITLE_SIZE;
  return width ? Math.min(wished, width / (TITLE_LETTER * name.length)) : wished;
}

/** The edition with a drawing: its own, or a plain one. */
export function drawable(file: EditionFile): Edition {
  const placed = file.viewbox ? file : scaled(file);
  const [, , , height] = placed.viewbox ?? [0, 0, WIDTH, WIDTH];
  const cities = placed.cities.map(named);
  return {
    id: file.id,
    name: file.name ?? { en: file.id },
    viewbox: placed.viewbox ?? [0, 0, WIDTH, height],
    cityRadius: file.cityRadius ?? RADIUS,
    colours: file.colours ?? COLOURS,
    cities,
    zones: placed.zones.map((zone) => drawnZone(zone, cities)),
    roads: file.roads,
    ferries: file.ferries ?? [],
    outline: file.outline ?? '',
    zoneBorders: file.zoneBorders ?? [],
    context: file.context ?? {},
    ...(file.titleSpot ? { titleSpot: file.titleSpot } : {}),
    ...(file.compassSpot ? { compassSpot: file.compassSpot } : {}),
  };
}

function named(city: EditionFile['cities'][number]): City {
  const below: City['label'] = { dx: 0, dy: RADIUS + 22, anchor: 'middle' };
  const colour: Colour | null = city.colour ?? null;
  return { ...city, name: city.name ?? city.id, colour, label: city.label ?? below };
}

function drawnZone(zone: EditionFile['zones'][number], cities: City[]): Zone {
  const own = cities.filter((city) => zone.cities.includes(city.id));
  const middle = (pick: (city: City) => number) =>
    own.reduce((sum, city) => sum + pick(city), 0) / (own.length || 1);
  return {
    ...zone,
    names: zone.names ?? { en: zone.id },
    abbr: zone.abbr ?? { en: zone.id },
    abbrLabel: zone.abbrLabel ?? { x: middle(({ x }) => x), y: middle(({ y }) => y) },
    polygon: zone.polygon ?? own.map(blot).join(''),
  };
}

/** Without a border, a zone is a blot of colour around each of its cities. */
function blot({ x, y }: City): string {
  const r = 80;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** Places in any unit, brought to the size of our drawings. */
function scaled(file: EditionFile): EditionFile {
  const [xs, ys] = [file.cities.map(({ x }) => x), file.cities.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const wide = Math.max(...xs) - left;
  const high = Math.max(...ys) - top;
  const scale = (WIDTH - 2 * MARGIN) / (Math.max(wide, high) || 1);
  const cities = file.cities.map((city) => ({
    ...city,
    x: MARGIN + (city.x - left) * scale,
    y: MARGIN + (city.y - top) * scale,
  }));
  return { ...file, cities, viewbox: [0, 0, wide * scale + 2 * MARGIN, high * scale + 2 * MARGIN] };
}

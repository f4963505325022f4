import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { City, Edition } from '$lib/dicetrip/editions';
import { between, byId, cityAt, cityTowards, isFerry, neighbours, tilt } from '$lib/dicetrip/sheet/geometry';
import { drawable, titleSize } from '$lib/dicetrip/sheet/drawing';
import {
  closeTo,
  kept,
  onMap,
  paperIn,
  showing,
  toggled,
  WHOLE,
  zoomed,
} from '$lib/dicetrip/looking/zooming';

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../src/tumbletrip/dicetrip/boards/${name}.json`, import.meta.url), 'utf-8'),
  ) as Edition;
const france = read('france');
const city = (id: string): City => byId(france).get(id) as City;

describe('geometry', () => {
  test('roads lead both ways', () => {
    const linked = neighbours(france);
    expect(linked.get('paris')?.map(({ id }) => id)).toContain('dijon');
    expect(linked.get('dijon')?.map(({ id }) => id)).toContain('paris');
  });

  test('ferries are known in either direction', () => {
    const ferry = france.ferries?.[0];
    expect(ferry && isFerry(france, [ferry[1], ferry[0]])).toBe(true);
    expect(isFerry(france, ['paris', 'dijon'])).toBe(false);
  });

  test('a line leaves the circles free', () => {
    expect(between({ x: 0, y: 0 }, { x: 100, y: 0 }, 20)).toBe('M20 0L80 0');
  });

  test('a tap finds the nearest city, or none far from all', () => {
    const { x, y } = city('lyon');
    expect(cityAt(france, { x: x + 9, y: y - 7 }, 46)?.id).toBe('lyon');
    expect(cityAt(france, { x: 20, y: 1000 }, 46)).toBeUndefined();
  });

  test.each(
    [france, read('germany')].flatMap((edition) =>
      edition.cities.map((from) => [from.id, edition, from] as const),
    ),
  )('from every city, arrow keys lead somewhere: %s', (_, edition, from) => {
    const ways = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map((key) =>
      cityTowards(edition, from, key),
    );
    expect(ways.filter(Boolean).length).toBeGreaterThan(1);
  });

  test('arrow keys reach every city of a map', () => {
    const reached = new Set<string>(['paris']);
    const open = [city('paris')];
    for (let from = open.pop(); from; from = open.pop()) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = cityTowards(france, from, key);
        if (next && !reached.has(next.id)) {
          reached.add(next.id);
          open.push(next);
        }
      }
    }
    expect(reached.size).toBe(france.cities.length);
  });

  test('a tilt is small and always the same', () => {
    expect(tilt('lyon')).toBe(tilt('lyon'));
    for (const { id } of france.cities) expect(Math.abs(tilt(id))).toBeLessThanOrEqual(7);
  });
});

describe('zooming', () => {
  const box = paperIn([0, 0, 1000, 800], { width: 500, height: 400 });
  /** Room for the map and a half beside it. */
  const wide = paperIn([0, 0, 1000, 800], { width: 750, height: 400 });

  test('the point under the finger stays there', () => {
    const point = { x: 300, y: 200 };
    const before = onMap(WHOLE, point);
    const after = onMap(zoomed(WHOLE, 2, point, box), point);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  test('the map is never smaller than whole and never out of sight', () => {
    expect(kept({ scale: 0.2, x: 500, y: -900 }, box)).toEqual(WHOLE);
    expect(kept({ scale: 2, x: 500, y: -9000 }, box)).toEqual({ scale: 2, x: 0, y: -800 });
    expect(zoomed(WHOLE, 100, { x: 0, y: 0 }, box).scale).toBe(4);
  });

  test('a double tap looks closer, the next one at the whole again', () => {
    const closer = toggled(WHOLE, { x: 300, y: 200 }, box);
    expect(closer).toEqual({ scale: 2, x: -300, y: -200 });
    expect(toggled(closer, { x: 10, y: 10 }, box)).toEqual(WHOLE);
  });

  test('from closer by, a map fills the room beside it and then is pushed no further than its edge', () => {
    const close = closeTo(1.5, wide);
    expect(close).toEqual({ scale: 1.5, x: -250, y: -200 });
    // 1500 wide, in a room of 1500: it can be pushed up and down, not sideways.
    expect(kept({ ...close, x: 999, y: 999 }, wide)).toEqual({ scale: 1.5, x: -250, y: 0 });
  });

  test('what calls is brought into sight with the least move, and from further away only if it must be', () => {
    const close = closeTo(2, box); // sees 250 to 750 and 200 to 600
    expect(showing(close, [{ x: 400, y: 300 }], 20, box)).toEqual(close);
    expect(showing(close, [{ x: 400, y: 100 }], 20, box)).toEqual({ ...close, y: -160 });
    const both = showing(
      close,
      [
        { x: 20, y: 300 },
        { x: 980, y: 500 },
      ],
      20,
      box,
    );
    expect(both).toEqual(WHOLE);
  });
});

describe('editions that hold only what the rules need', () => {
  const bones = {
    id: 'bones',
    cities: france.cities.map(({ id, zone, colour, x, y }) => ({ id, zone, colour, x: x / 1e4, y: y / 1e4 })),
    zones: france.zones.map(({ id, cities }) => ({ id, cities })),
    roads: france.roads,
  };

  test('are drawn with names, zones and all cities on the map', () => {
    const drawn = drawable(bones);
    const [left, top, width, height] = drawn.viewbox;
    for (const { x, y, name } of drawn.cities) {
      expect(name).not.toBe('');
      expect(x > left && x < left + width && y > top && y < top + height).toBe(true);
    }
    expect(drawn.zones.every(({ polygon }) => polygon.startsWith('M'))).toBe(true);
  });

  test('a whole edition keeps its own drawing', () => {
    expect(drawable(france).viewbox).toEqual(france.viewbox);
    expect(drawable(france).outline).toBe(france.outline);
  });
});

describe('the title', () => {
  test.each([france, read('germany')])('has room on the map in every language', ({ titleSpot, name }) => {
    const spot = titleSpot as NonNullable<Edition['titleSpot']>;
    for (const spoken of Object.values(name)) {
      const half = (0.8 * spoken.length * titleSize(spot, spoken)) / 2;
      expect(spot.x - half).toBeGreaterThan(0);
    }
    expect(titleSize({ x: 0, y: 0 }, 'Anywhere')).toBe(35);
  });
});

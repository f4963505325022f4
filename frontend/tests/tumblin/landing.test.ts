import { describe, expect, test } from 'vitest';
import { landingOf, momentsOf, worthAmong } from '$lib/tumblin/film/landing';
import type { Shot } from '$lib/tumblin/film/projector.svelte';
import { suspenseOf, tempoOf } from '$lib/tumblin/film/suspense';
import { placeAbove } from '$lib/tumblin/board/placing';
import { Meter, SWING, swungSpeed } from '$lib/tumblin/hand/meter.svelte';
import type { Board, Contact, Die, Rest } from '$lib/tumblin/views';

const die = (key: string, seat: number, bonus = false): [string, Die] => [
  key,
  { key, seat, colour: 'red', kind: 'd6', bonus },
];
const DICE = new Map([die('a1', 0), die('a*', 0, true), die('b1', 1)]);

const rest = (key: string, tier: string, zone: number, face: number, x = 0.3): Rest => ({
  die: key,
  pose: [x, 0, 0.05, 1, 0, 0, 0],
  tier,
  zone,
  face,
});

function shot(after: Rest[], before: Rest[] = [], contacts: Contact[] = [], xs: number[] = []): Shot {
  const poses = xs.map((x) => [x, 0, 0.05, 1, 0, 0, 0]);
  const flicked = after.at(-1)?.die ?? '';
  return {
    seat: 0,
    round: 1,
    launch: {
      die: flicked,
      face_up: 6,
      x: -0.06,
      y: 0,
      yaw: 0,
      azimuth: 0,
      speed_mps: 1.2,
      hit_side: 0,
      hit_height: 0,
    },
    before,
    after,
    film: { rate: 60, length: 36, tracks: [{ die: after.length - 1, first: 0, poses }] },
    contacts,
  };
}

const land = (of: Shot, points: number | undefined, isAdded = false) =>
  landingOf(of, { dice: DICE, facesOf: () => 6, isAdded, points });

describe('a flick that has landed', () => {
  test('says how its points come about, as the rules of the table count', () => {
    expect(land(shot([rest('a1', '4x', 4, 6)]), 24)).toMatchObject({ sum: '6 × 4 = 24!', tone: 'best' });
    expect(land(shot([rest('a1', '2x', 2, 5)]), 10)).toMatchObject({ sum: '5 × 2 = 10', tone: 'plain' });
    expect(land(shot([rest('a1', '3x', 3, 5)]), 8, true)?.sum).toBe('5 + 3 = 8!');
    expect(land(shot([rest('a*', '4x', 4, 5)]), 40)).toMatchObject({ sum: '2 × 5 × 4 = 40!', tone: 'great' });
  });

  test('claims no points that the rules have not told', () => {
    expect(land(shot([rest('a1', '3x', 3, 5)]), undefined)?.sum).toBe('5 × 3');
  });
});

describe('a moment of its own', () => {
  const touch = (second: number, what: string): Contact => [second, 'a1', what, 0.001];
  const of = (after: Rest[], before: Rest[] = [], contacts: Contact[] = []) =>
    momentsOf(shot(after, before, contacts), DICE, 6);

  test('is had by the best face on the best zone only', () => {
    expect(of([rest('a1', '4x', 4, 6)])).toEqual(['best']);
    expect(of([rest('a1', '4x', 4, 5)])).toEqual([]);
    expect(of([rest('a1', '3x', 3, 6)])).toEqual([]);
  });

  test("is had by a take-out of somebody else's die, not of one's own", () => {
    const on = (key: string) => [rest(key, '4x', 4, 3)];
    const off = (key: string) => [rest(key, 'off', 0, 3), rest('a1', '3x', 3, 2)];
    expect(of(off('b1'), on('b1'))).toEqual(['takeout']);
    expect(of(off('a*'), on('a*'))).toEqual([]);
  });

  test('is had by a die that a peg saved at the end, not by one that passed a peg long before', () => {
    expect(of([rest('a1', '4x', 4, 2)], [], [touch(0.5, 'peg')])).toEqual(['peg']);
    expect(of([rest('a1', '4x', 4, 2)], [], [touch(0.1, 'peg')])).toEqual([]);
    expect(of([rest('a1', 'off', 0, 2)], [], [touch(0.5, 'peg')])).toEqual([]);
  });

  test('is had by a die that was on 4x and fell', () => {
    expect(of([rest('a1', 'off', 0, 2)], [], [touch(0.3, '4x')])).toEqual(['fell']);
    expect(of([rest('a1', 'off', 0, 2)], [], [touch(0.3, '3x')])).toEqual([]);
  });
});

describe('suspense', () => {
  const tier = (id: string, zone: number, from: number, to: number) => ({
    id,
    zone,
    top: 0.05,
    boxes: [{ x: [from, to] as [number, number], y: [-0.2, 0.2] as [number, number] }],
  });
  const board = {
    line: 0.07,
    tiers: [
      tier('1x', 1, -0.12, 0.18),
      tier('2x', 2, 0.18, 0.3),
      tier('3x', 3, 0.3, 0.42),
      tier('4x', 4, 0.42, 0.5),
    ],
  } as unknown as Board;
  const slowing = (end: number) =>
    Array.from({ length: 36 }, (_, frame) => end - 0.2 * (1 - frame / 35) ** 2);

  test('slows the end of a film in which a die creeps to an edge, and nothing before it', () => {
    const found = suspenseOf(shot([rest('a1', '2x', 2, 3)], [], [], slowing(0.295)), board);
    expect(found).not.toBeNull();
    const tempo = tempoOf(found);
    expect(tempo((found?.from ?? 0) - 0.02)).toBe(1);
    expect(tempo(0.59)).toBeLessThan(0.5);
  });

  test('leaves a die alone that stops in the middle of a zone, and one that flies by', () => {
    expect(suspenseOf(shot([rest('a1', '2x', 2, 3)], [], [], slowing(0.24)), board)).toBeNull();
    const flying = Array.from({ length: 36 }, (_, frame) => -0.06 + frame * 0.02);
    expect(suspenseOf(shot([rest('a1', 'off', 0, 3)], [], [], flying), board)).toBeNull();
  });

  test('ends when the die has fallen, whatever it does on the table', () => {
    const fell = shot([rest('a1', 'off', 0, 3)], [], [], slowing(0.5));
    for (const track of fell.film.tracks)
      track.poses = track.poses.map((pose, frame) =>
        frame < 30 ? pose : [pose[0] ?? 0, 0, 0.008, 1, 0, 0, 0],
      );
    const found = suspenseOf(fell, board);
    expect(found?.from).toBeLessThan(0.5);
    expect(found?.to).toBeCloseTo(0.5, 9);
    expect(tempoOf(found)(0.55)).toBe(1);
  });

  test('begins when a slow die nears the last zone', () => {
    expect(suspenseOf(shot([rest('a1', '4x', 4, 3)], [], [], slowing(0.45)), board)).not.toBeNull();
  });
});

describe('the meter', () => {
  test('gives what it shows at the moment it is stopped, and keeps what was wanted', () => {
    globalThis.requestAnimationFrame = () => 0;
    globalThis.cancelAnimationFrame = () => {};
    const flicked: number[] = [];
    let speed = 1.2;
    const deeds = {
      wanted: () => speed,
      show: (now: number) => (speed = now),
      flick: () => void flicked.push(speed),
    };
    const meter = new Meter(deeds, () => 0.25);
    meter.press(1000);
    meter.press(1000);
    expect(flicked).toEqual([1.2 * (1 + SWING)]); // pressed twice at once: not what was wanted
    expect(speed).toBe(1.2);
    meter.press(2000);
    meter.press(2400);
    expect(flicked[1]).toBeCloseTo(swungSpeed(1.2, 400, 0.25), 12);
    meter.press(3000);
    meter.cancel();
    expect(flicked).toHaveLength(2);
    expect(speed).toBe(1.2);
  });
});

test('a die that is tapped tells whose it is, what it shows and what that is worth, once it lies', () => {
  const lying = [{ ...rest('b1', '3x', 3, 5), points: 15 }, rest('a1', '2x', 2, 4)];
  expect(worthAmong(lying, 'b1', 'Ben')).toBe('Ben · 5 · app.td_place.3x · app.td_worth');
  expect(worthAmong(lying, 'a1', '')).toBe('4 · app.td_place.2x');
  expect(worthAmong(lying, 'a*', 'Ada')).toBe('');
});

test('a note over the board is never cut by its edges', () => {
  const room = { left: 8, top: 100, width: 300, height: 400 };
  for (const place of [
    [0, 90],
    [320, 90],
    [160, 700],
  ] as [number, number][]) {
    const [x, y] = placeAbove(place, room, 26);
    expect(x).toBeGreaterThanOrEqual(84);
    expect(x).toBeLessThanOrEqual(216);
    expect(y).toBeGreaterThanOrEqual(62);
    expect(y).toBeLessThanOrEqual(400);
  }
  expect(placeAbove([8, 300], room, 26, 120)[0]).toBe(120); // long words need more room
  expect(placeAbove([8, 300], room, 26, 400)[0]).toBe(150); // what is too long is in the middle
});

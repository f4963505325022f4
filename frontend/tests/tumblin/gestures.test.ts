import { describe, expect, test } from 'vitest';
import { readGesture, type Ground, type Pointer, type Touch } from '$lib/tumblin/hand/gesture';
import { limits } from './limits';

/** Seen from behind the die on a phone: downhill is up on the screen and looks shorter, left is left. */
const PHONE: Ground = { forward: [0, -900], left: [-1600, 0] };
/** A camera that was turned by hand: downhill leads to the upper right. */
const TURNED: Ground = { forward: [600, -700], left: [-1100, -900] };

/** How hands move, as the share of the way at a share of the time: evenly, gathering speed, or easing out a little. */
const HANDS = {
  steady: (share: number) => share,
  gathering: (share: number) => share ** 1.5,
  easing: (share: number) => Math.sin((share * Math.PI) / 3) / Math.sin(Math.PI / 3),
};

interface Trace {
  pixels: number;
  milliseconds: number;
  hand: (share: number) => number;
  /** Events a second. */
  rate: number;
  /** Radians to the right of straight up. */
  aside?: number;
  /** When the first event comes, after the finger touched. */
  delay?: number;
}

/** What a screen reports of a movement: a touch, then events at its rate, then the finger leaves. */
function reported({ pixels, milliseconds, hand, rate, aside = 0, delay = 0 }: Trace): Touch[] {
  const between = Array.from(
    { length: Math.ceil((milliseconds - delay) / (1000 / rate)) },
    (_, number) => delay + (number * 1000) / rate,
  );
  return [0, ...between.filter((time) => time > 0 && time < milliseconds), milliseconds].map((time) => {
    const way = pixels * hand(time / milliseconds);
    return { x: 190 + Math.sin(aside) * way, y: 640 - Math.cos(aside) * way, time: 90_000 + time };
  });
}

const shot = (trace: Trace, ground = PHONE, pointer: Pointer = 'touch') => {
  const found = readGesture(reported(trace), ground, pointer, limits);
  if (!found) throw new Error('no flick');
  return found;
};

const flicks = Object.entries(HANDS).flatMap(([name, hand]) =>
  [80, 115, 150].flatMap((pixels) =>
    [100, 150, 200].map((milliseconds) => ({ name, hand, pixels, milliseconds })),
  ),
);

describe('a natural flick', () => {
  // LAB: 0.8 m/s comes to rest on 1x, 1.0 to 1.2 on 2x and 3x, above 1.6 most dice fall off.
  test.each(flicks)('of $pixels px in $milliseconds ms ($name) is a medium shot', (flick) => {
    const { how, speed_mps } = shot({ ...flick, rate: 60 });
    expect(how).toBe('swipe');
    expect(speed_mps).toBeGreaterThan(0.6);
    expect(speed_mps).toBeLessThan(1.5);
  });

  test('in the middle of what thumbs do goes to 2x or 3x', () => {
    const { speed_mps } = shot({ pixels: 115, milliseconds: 150, hand: HANDS.gathering, rate: 60 });
    expect(speed_mps).toBeGreaterThan(1);
    expect(speed_mps).toBeLessThan(1.25);
  });

  test('of a mouse, which is quicker, is a medium shot as well', () => {
    const trace = { pixels: 190, milliseconds: 150, hand: HANDS.gathering, rate: 125 };
    expect(shot(trace, PHONE, 'mouse').speed_mps).toBeGreaterThan(1);
    expect(shot(trace, PHONE, 'mouse').speed_mps).toBeLessThan(1.25);
  });

  test('that is quicker or longer is never weaker', () => {
    const steady = { hand: HANDS.steady, rate: 120 };
    const bySpeed = [200, 150, 100, 60].map((milliseconds) => shot({ ...steady, pixels: 120, milliseconds }));
    const byLength = [60, 90, 140, 220].map((pixels) => shot({ ...steady, pixels, milliseconds: 150 }));
    for (const row of [bySpeed, byLength]) {
      const speeds = row.map(({ speed_mps }) => speed_mps);
      expect(speeds).toEqual(speeds.toSorted((one, other) => one - other));
    }
  });
});

describe('the same movement', () => {
  test.each(flicks)(
    'is the same flick at 30, 60 and 120 Hz ($pixels px, $milliseconds ms, $name)',
    (flick) => {
      for (const ground of [PHONE, TURNED]) {
        const shots = [30, 60, 120].flatMap((rate) =>
          [0, 4, 11].map((delay) => shot({ ...flick, aside: 0.2, rate, delay }, ground)),
        );
        const speeds = shots.map(({ speed_mps }) => speed_mps);
        const ways = shots.map(({ azimuth }) => azimuth);
        expect(Math.max(...speeds) / Math.min(...speeds)).toBeLessThan(1.04);
        expect(Math.max(...ways) - Math.min(...ways)).toBeLessThan(0.01);
      }
    },
  );

  test('is the same pull however long it takes and however often it is seen', () => {
    const pulls = [30, 60, 120].flatMap((rate) =>
      [150, 900].map((milliseconds) =>
        readGesture(
          reported({ pixels: -100, milliseconds, hand: HANDS.easing, rate }),
          PHONE,
          'touch',
          limits,
        ),
      ),
    );
    for (const pull of pulls) expect(pull).toEqual(pulls[0]);
    expect(pulls[0]?.how).toBe('pull');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { Fingers, HOLD_MS, type Hand } from '$lib/tumblin/hand/fingers';
import { fullPullWithin, FULL_PULL_PX, pulledSpeed, type Touch } from '$lib/tumblin/hand/gesture';
import { limits } from './limits';

const hand: Hand = {
  ground: { forward: [0, -900], left: [-1600, 0] },
  limits,
  fullPull: FULL_PULL_PX,
};

let done: [string, ...unknown[]][];
let fingers: Fingers;
beforeEach(() => {
  done = [];
  const note =
    (what: string) =>
    (...more: unknown[]) =>
      void done.push([what, ...more]);
  fingers = new Fingers({
    aim: note('aim'),
    flick: note('flick'),
    putBack: note('putBack'),
    lift: note('lift'),
    place: note('place'),
    look: note('look'),
    tap: note('tap'),
    doubleTap: note('doubleTap'),
  });
});

const at = (x: number, y: number, time: number): Touch => ({ x, y, time });
const deeds = () => done.map(([what]) => what);

function drag(id: number, from: Touch, to: Touch): void {
  const steps = [0.25, 0.5, 0.75, 1];
  const on = (share: number) =>
    at(
      from.x + (to.x - from.x) * share,
      from.y + (to.y - from.y) * share,
      from.time + (to.time - from.time) * share,
    );
  for (const share of steps) fingers.move(id, [on(share)]);
}

test('a swipe begun beside the die, on the lower board, flicks', () => {
  fingers.down(1, at(120, 700, 0), 'touch', 'lower', hand);
  drag(1, at(120, 700, 0), at(120, 590, 120));
  fingers.up(1, at(120, 590, 120));
  expect(deeds()).not.toContain('look');
  expect(done.at(-1)).toMatchObject(['flick', { how: 'swipe' }, {}]);
});

test('a finger that thinks for a while before it pulls still pulls', () => {
  fingers.down(1, at(190, 640, 0), 'touch', 'die', hand);
  drag(1, at(190, 640, HOLD_MS - 100), at(190, 740, HOLD_MS + 200));
  fingers.hold();
  fingers.up(1, at(190, 740, HOLD_MS + 220));
  expect(done.at(-1)).toMatchObject(['flick', { how: 'pull', speed_mps: pulledSpeed(100) }, {}]);
});

test('a hold on the die lifts it, and one elsewhere does not', () => {
  fingers.down(1, at(190, 640, 0), 'touch', 'die', hand);
  fingers.hold();
  drag(1, at(190, 640, HOLD_MS + 10), at(150, 640, HOLD_MS + 90));
  fingers.up(1, at(150, 640, HOLD_MS + 100));
  expect(deeds()).toEqual(['lift', 'place', 'place', 'place', 'place', 'place']);
  done = [];
  fingers.down(1, at(90, 700, 0), 'touch', 'lower', hand);
  fingers.hold();
  expect(deeds()).toEqual([]);
});

test('a hold that is told before a quick movement is delivered counts for nothing', () => {
  fingers.down(1, at(190, 640, 0), 'touch', 'die', hand);
  fingers.hold();
  drag(1, at(190, 640, 0), at(190, 530, 120));
  fingers.up(1, at(190, 530, 120));
  expect(done.at(-1)).toMatchObject(['flick', { how: 'swipe' }, {}]);
});

describe('two fingers', () => {
  beforeEach(() => {
    fingers.down(1, at(150, 640, 0), 'touch', 'lower', hand);
    fingers.down(2, at(250, 640, 30), 'touch', 'lower', hand);
  });

  test('look around and never flick', () => {
    drag(1, at(150, 640, 30), at(150, 560, 130));
    drag(2, at(250, 640, 30), at(250, 560, 130));
    fingers.up(1, at(150, 560, 140));
    fingers.up(2, at(250, 560, 150));
    expect(deeds()[0]).toBe('putBack');
    expect(new Set(deeds().slice(1))).toEqual(new Set(['look']));
    expect(done.slice(1).every(([, turn]) => turn === 0)).toBe(true);
  });

  test('that part zoom in by as much, and do not turn when they part evenly', () => {
    drag(1, at(150, 640, 30), at(100, 640, 130));
    drag(2, at(250, 640, 30), at(300, 640, 130));
    const looks = done.filter(([what]) => what === 'look') as [string, number, number, number][];
    expect(looks.reduce((zoom, [, , , by]) => zoom * by, 1)).toBeCloseTo(0.5, 9);
    expect(looks.reduce((turn, [, by]) => turn + by, 0)).toBeCloseTo(0, 9);
  });

  test('leave nothing behind: the next single finger flicks again', () => {
    fingers.up(1, at(150, 640, 40));
    fingers.up(2, at(250, 640, 50));
    expect(fingers.doing).toBeNull();
    fingers.down(3, at(190, 640, 300), 'touch', 'die', hand);
    expect(fingers.doing).toBe('aim');
  });
});

test('two taps beside the die reset the view, two on it turn it twice', () => {
  const tap = (spot: 'die' | 'elsewhere', time: number) => {
    fingers.down(1, at(100, 300, time), 'touch', spot, hand);
    fingers.up(1, at(101, 300, time + 40));
  };
  tap('elsewhere', 0);
  tap('elsewhere', 200);
  tap('elsewhere', 900);
  expect(deeds()).toEqual(['tap', 'doubleTap', 'tap']);
  done = [];
  tap('die', 2000);
  tap('die', 2150);
  expect(deeds().filter((what) => what === 'tap')).toHaveLength(2);
});

test('on a low screen less of a pull is full strength, within what a thumb can do', () => {
  expect(fullPullWithin(400)).toBe(FULL_PULL_PX);
  expect(fullPullWithin(120)).toBe(110);
  expect(fullPullWithin(20)).toBe(90);
});

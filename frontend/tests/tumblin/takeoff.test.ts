import { describe, expect, test } from 'vitest';
import { poseAt, type Film } from '$lib/tumblin/film/film';
import { bridged, runAfter, takeOver } from '$lib/tumblin/film/takeoff';
import type { Launch, Pose } from '$lib/tumblin/views';

const launch = (speed_mps: number): Launch => ({
  die: 'a1',
  face_up: 6,
  x: -0.06,
  y: 0,
  yaw: 0,
  azimuth: 0,
  speed_mps,
  hit_side: 0,
  hit_height: 0,
});
const START: Pose = [-0.06, 0, 0.108, 1, 0, 0, 0];

/** A film of a die that slides straight on and is braked by the wood. */
function slide(speed: number, brake = 2.9, aside = 0): Film {
  const stop = speed / brake;
  const poses = Array.from({ length: 40 }, (_, frame) => {
    const t = Math.min((frame + 1) / 60, stop);
    return [-0.06 + speed * t - (brake * t * t) / 2, aside, 0.108, 1, 0, 0, 0];
  });
  return { rate: 60, length: 41, tracks: [{ die: 0, first: 1, poses }] };
}

describe('a die that leaves the hand', () => {
  test('moves in the very next frame and never backwards, whatever the pull was', () => {
    for (const back of [0, 0.005, 0.022]) {
      const runs = Array.from({ length: 120 }, (_, frame) => runAfter(frame / 60, launch(1.2), back, 0));
      expect(runs[0]).toBeCloseTo(-back, 9);
      expect(runs[1]).toBeGreaterThan(-back);
      runs.slice(1).forEach((run, frame) => expect(run).toBeGreaterThanOrEqual(runs[frame] ?? 0));
    }
  });

  test('waits for its film before the edge of the track, and a soft one where it would stop', () => {
    expect(runAfter(60, launch(2.2), 0.02, 0)).toBeCloseTo(0.06, 6);
    expect(runAfter(60, launch(0.3), 0.02, 0)).toBeLessThan(0.3 ** 2 / (2 * 2.9));
  });
});

describe('the film takes over', () => {
  // The hand that the server adds makes it a little slower or faster and puts it aside.
  const cases = [0.5, 1.2, 2].flatMap((speed) =>
    [0.94, 1, 1.06].flatMap((hand) => [20, 80, 150, 400].map((late) => ({ speed, hand, late }))),
  );
  test.each(cases)('without a jump: $speed m/s, times $hand, $late ms late', ({ speed, hand, late }) => {
    const film = slide(speed * hand, 2.9, 0.002);
    const run = runAfter(late / 1000, launch(speed), 0.015, 0);
    const drawn: Pose = [-0.06 + run, 0, 0.108, 1, 0, 0, 0];
    const second = takeOver(film, 0, START, run, 0);
    const bridge = { drawn, film: poseAt(film, 0, second, START) };
    const shown = Array.from({ length: 30 }, (_, frame) =>
      bridged(poseAt(film, 0, second + frame / 60, START), bridge, frame / 60),
    );
    const steps = [drawn, ...shown].slice(1).map((pose, at) => {
      const before = [drawn, ...shown][at] ?? drawn;
      return Math.hypot((pose[0] ?? 0) - (before[0] ?? 0), (pose[1] ?? 0) - (before[1] ?? 0));
    });
    expect(steps[0]).toBeLessThan(1e-9);
    // No step is longer than what the die itself makes in a frame, and a little for the gap that fades.
    expect(Math.max(...steps)).toBeLessThan((speed * hand) / 60 + 0.004);
    expect(shown.at(-1)).toEqual(poseAt(film, 0, second + 29 / 60, START));
  });
});

import { describe, expect, test } from 'vitest';
import { between, decodeFilm, poseAt } from '$lib/tumblin/film/film';
import {
  direction,
  hitPoint,
  pulledSpeed,
  readGesture,
  swipedSpeed,
  type Ground,
  type Touch,
} from '$lib/tumblin/hand/gesture';
import { faceUp } from '$lib/tumblin/board/lying';
import type { Kind } from '$lib/tumblin/views';
import vectors from '../vectors/films.json';
import { limits } from './limits';

const near = (found: readonly number[], right: readonly number[]) =>
  found.forEach((value, place) => expect(value).toBeCloseTo(right[place] ?? NaN, 9));

describe('films', () => {
  const film = decodeFilm(vectors.film);

  test('are read as Python writes them', () => {
    expect(film.length).toBe(vectors.length);
    expect(film.tracks.map(({ die, first }) => [die, first])).toEqual(
      vectors.tracks.map(({ die, first }) => [die, first]),
    );
    film.tracks.forEach(({ poses }, track) =>
      poses.forEach((pose, frame) => near(pose, vectors.tracks[track]?.poses[frame] ?? [])),
    );
  });

  const START = [-0.06, 0, 0.108, 1, 0, 0, 0];

  test('a die stands before its track and stays after it', () => {
    const [first, still] = [film.tracks[0]?.first ?? 0, 1];
    expect(poseAt(film, 0, (first - 1) / 60, START)).toBe(START);
    near(poseAt(film, 0, 5, START), film.tracks[0]?.poses.at(-1) ?? []);
    expect(poseAt(film, still, 1, START)).toBe(START);
  });

  test('a die never jumps: it glides into its first frame, also in slow motion', () => {
    const { first, poses } = film.tracks[0] ?? { first: 0, poses: [] };
    const goal = poses[0] ?? [];
    for (const share of [0.25, 0.5, 0.75]) {
      const [x = 0] = poseAt(film, 0, (first - 1 + share) / 60, START);
      expect(x).toBeCloseTo((START[0] ?? 0) + share * ((goal[0] ?? 0) - (START[0] ?? 0)), 9);
    }
    near(poseAt(film, 0, first / 60, START), goal);
  });

  test('between two frames a die is half way, on the shorter arc', () => {
    const middle = between([0, 0, 0, 1, 0, 0, 0], [2, 0, 0, -1, 0, 0, 0], 0.5);
    near(middle, [1, 0, 0, 1, 0, 0, 0]);
  });

  test('a face is turned up as Python turns it', () => {
    for (const { kind, face, yaw, turn } of vectors.turns) {
      const normals = vectors.normals[kind as keyof typeof vectors.normals] as unknown as Kind['normals'];
      near(faceUp({ normals } as Kind, face, yaw), turn);
    }
  });
});

describe('gestures', () => {
  // Seen from behind the die: downhill is up on the screen and looks shorter, left is left.
  const ground: Ground = { forward: [0, -900], left: [-1600, 0] };

  /** A thumb that speeds up over 150 ms along a direction, seen at a rate of events. */
  function swipe(rate: number, pixels: number, sideways = 0): Touch[] {
    const duration = 150;
    const times = Array.from({ length: Math.floor((duration * rate) / 1000) }, (_, n) => (n * 1000) / rate);
    return [...times, duration].map((time) => {
      const way = pixels * (time / duration) ** 1.5;
      return { x: 200 + sideways * way, y: 600 - way, time: 5000 + time };
    });
  }

  test('the same swipe is the same flick at every rate of frames', () => {
    const shots = [30, 60, 90, 120, 240, 1000].map((rate) =>
      readGesture(swipe(rate, 160), ground, 'touch', limits),
    );
    const speeds = shots.map((shot) => shot?.speed_mps ?? 0);
    expect(Math.max(...speeds) / Math.min(...speeds)).toBeLessThan(1.03);
  });

  test.each([
    [100, 0.8, 1.5],
    [160, 0.8, 1.5],
    [220, 0.8, 1.5],
  ])('a thumb that swipes %i px in 150 ms flicks between %f and %f m/s', (pixels, slowest, fastest) => {
    const speed = readGesture(swipe(60, pixels), ground, 'touch', limits)?.speed_mps ?? 0;
    expect(speed).toBeGreaterThan(slowest);
    expect(speed).toBeLessThan(fastest);
  });

  test('a pull of a thumb’s length gives a natural flick, and pulling further never a weaker one', () => {
    expect(pulledSpeed(75)).toBeGreaterThan(0.8);
    expect(pulledSpeed(120)).toBeLessThan(1.6);
    const speeds = [20, 40, 80, 160, 400].map(pulledSpeed);
    expect(speeds).toEqual(speeds.toSorted((one, other) => one - other));
  });

  test('pulling back to the right shoots to the left', () => {
    const path = [
      { x: 200, y: 600, time: 0 },
      { x: 240, y: 680, time: 300 },
    ];
    const shot = readGesture(path, ground, 'mouse', limits);
    expect(shot?.how).toBe('pull');
    expect(shot?.azimuth).toBeGreaterThan(0);
  });

  test('a finger that stops before it leaves flicks softly or not at all', () => {
    const path = [...swipe(60, 160), { x: 200, y: 440, time: 5600 }];
    expect(readGesture(path, ground, 'touch', limits)).toBeNull();
  });

  test('a tap is no flick', () => {
    const path = [
      { x: 200, y: 600, time: 0 },
      { x: 204, y: 603, time: 90 },
    ];
    expect(readGesture(path, ground, 'touch', limits)).toBeNull();
  });

  test('directions are those on the board, not on the screen, and never beyond 60 degrees', () => {
    expect(direction(0, -10, ground, limits)).toBeCloseTo(0);
    expect(direction(-16, -9, ground, limits)).toBeCloseTo(Math.PI / 4);
    expect(Math.abs(direction(-100, 0, ground, limits))).toBeLessThan(limits.max_azimuth);
  });

  test('mice are quicker than thumbs, and nothing is quicker than the rules allow', () => {
    expect(swipedSpeed(1500, 'mouse', limits)).toBeLessThan(swipedSpeed(1500, 'touch', limits));
    expect(swipedSpeed(1e6, 'touch', limits)).toBe(limits.max_speed_mps);
  });

  test('a touch in the middle gives no spin, one at the edge does', () => {
    expect(hitPoint(0.2, -0.3)).toEqual({ hit_side: 0, hit_height: 0 });
    expect(hitPoint(1, 0).hit_side).toBeLessThan(-0.7);
    expect(hitPoint(0, 5).hit_height).toBeCloseTo(0.8);
  });
});

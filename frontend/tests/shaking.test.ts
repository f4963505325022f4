import { describe, expect, test } from 'vitest';
import { ShakeSense } from '$lib/shaking';

const push = (x: number) => ({ x, y: 0, z: 0 });

describe('a shake', () => {
  test('is three strong jolts, to and fro, within a second', () => {
    const sense = new ShakeSense();
    expect(sense.feel(push(20), 0)).toBe(false);
    expect(sense.feel(push(-20), 200)).toBe(false);
    expect(sense.feel(push(20), 400)).toBe(true);
  });
  test('is not one long push, however strong', () => {
    const sense = new ShakeSense();
    expect([0, 50, 100, 150].map((at) => sense.feel(push(30), at))).toEqual([false, false, false, false]);
  });
  test('is not walking, nor jolts that come slowly', () => {
    const sense = new ShakeSense();
    expect([0, 200, 400].map((at, step) => sense.feel(push(step % 2 ? 6 : -6), at))).not.toContain(true);
    expect([0, 800, 1600].map((at, step) => sense.feel(push(step % 2 ? 20 : -20), at))).not.toContain(true);
  });
  test('happens once; the next needs jolts of its own', () => {
    const sense = new ShakeSense();
    for (const [step, at] of [0, 100, 200].entries()) sense.feel(push(step % 2 ? -20 : 20), at);
    expect(sense.feel(push(-20), 300)).toBe(false);
  });
});

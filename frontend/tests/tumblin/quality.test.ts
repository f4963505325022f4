import { describe, expect, test } from 'vitest';
import { FrameWatch, QUALITIES } from '$lib/tumblin/scene/quality';

const after = (watch: FrameWatch, frames: number, milliseconds: number): number => {
  for (let frame = 0; frame < frames; frame++) watch.note(milliseconds);
  return watch.level;
};

describe('effects', () => {
  test('step down while frames are slow, as far as it goes, and never up again', () => {
    const watch = new FrameWatch('auto', false);
    expect(after(watch, 24, 40)).toBe(1);
    expect(after(watch, 24 * 10, 40)).toBe(QUALITIES.length - 1);
    expect(after(watch, 24 * 10, 8)).toBe(QUALITIES.length - 1);
  });

  test('stay while frames are quick, and a few slow ones do not matter', () => {
    const watch = new FrameWatch('auto', false);
    for (let frame = 0; frame < 240; frame++) watch.note(frame % 4 ? 16 : 300);
    expect(watch.level).toBe(0);
  });

  test('begin plain without a graphics chip, and stay where somebody wants them', () => {
    expect(new FrameWatch('auto', true).quality.shadowPixels).toBe(0);
    expect(after(new FrameWatch('fine', true), 100, 90)).toBe(0);
    expect(new FrameWatch('plain', false).quality).toBe(QUALITIES.at(-1));
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a script of the pack's build, without types
import { withClosures } from '../packing/physics/closures.mjs';

const change = withClosures as (text: string) => string;
const place = createRequire(import.meta.url).resolve('@mujoco/mujoco');
const loader = readFileSync(place, 'utf-8');

describe("MuJoCo's loader in the pack", () => {
  it('makes no code from text, which the content policy forbids', () => {
    expect(loader).toContain('new Function');
    expect(change(loader)).not.toMatch(/new Function|\beval\(/);
  });

  it('is refused if it is not the text we know', () => {
    expect(() => change(loader.replace('= createJsInvoker(argTypes,', '= other('))).toThrow(/has changed/);
    expect(() => change('')).toThrow(/has changed/);
  });

  it('is refused if another place makes code from text', () => {
    expect(() => change(`${loader}\nnew Function('return 1')();`)).toThrow(/still makes code/);
  });
});

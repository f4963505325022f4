/**
 * How much people's gestures scatter: somebody who wants the same flick again and again, replayed as a touch screen would
 * report it through the code that reads gestures. docs/lab/tumblin-physics.md says what the hand of gestures makes of it.
 *
 *     npx vitest run tests/tumblin/scatter        prints the table
 */
import { expect, test } from 'vitest';
import { Fingers } from '$lib/tumblin/hand/fingers';
import { FULL_PULL_PX, type Ground, type Shot, type Touch } from '$lib/tumblin/hand/gesture';
import { limits } from './limits';

/** A phone: downhill is up on the screen and looks shorter, left is left. */
const PHONE: Ground = { forward: [0, -900], left: [-1600, 0] };

/**
 * How a finger strays from one movement to the next; standard deviations. A swipe is over before it can be corrected, a pull
 * is watched while it is made: its ring and its arrow tell the strength, so only the finger's last pixels stray.
 */
interface Person {
  /** Of a swipe's way and time, as shares of them. */
  extent: number;
  timing: number;
  /** Of a swipe's direction on the glass, in radians. */
  direction: number;
  /** Of the way it gathers speed: the power of the share of the time. */
  shape: number;
  /** How far from where it should be a pull is held, in pixels. */
  hold: number;
  /** How far the touch rolls when the finger leaves, in pixels. */
  lift: number;
}

const PEOPLE: Record<string, Person> = {
  practised: { extent: 0.04, timing: 0.04, direction: 0.025, shape: 0.05, hold: 1, lift: 1 },
  ordinary: { extent: 0.07, timing: 0.07, direction: 0.045, shape: 0.1, hold: 2, lift: 2 },
  careless: { extent: 0.12, timing: 0.12, direction: 0.08, shape: 0.2, hold: 4, lift: 4 },
};

/** What is wanted, straight ahead: about 1.3 m/s either way. */
const WISHES = {
  swipe: { pixels: 150, milliseconds: 110, towards: -1 },
  pull: { pixels: 106, milliseconds: 450, towards: 1 },
};
const SENSOR_PX = 0.5;
const STAMP_MS = 1;
const RATES = [60, 120];
const TRIES = 400;

/** Normal numbers, the same in every run. */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** One movement as a screen reports it: touch, events at its rate, and where the finger left. */
function movement(how: keyof typeof WISHES, person: Person, rate: number, draw: () => number): Touch[] {
  const wish = WISHES[how];
  const isSwipe = how === 'swipe';
  const pixels = wish.pixels + (isSwipe ? person.extent * wish.pixels : person.hold) * draw();
  const lasting = wish.milliseconds * (1 + person.timing * draw());
  const aside = (isSwipe ? person.direction : person.hold / wish.pixels) * draw();
  const power = Math.max(0.8, 1.2 + person.shape * draw());
  const phase = 1 - Math.abs(draw() % 1);
  const at = (time: number): Touch => {
    const way = pixels * Math.min(time / lasting, 1) ** power;
    const [x, y] = [Math.sin(aside) * way, wish.towards * Math.cos(aside) * way];
    return {
      x: 190 + x + SENSOR_PX * draw(),
      y: 560 + y + SENSOR_PX * draw(),
      time: 90_000 + time + STAMP_MS * draw(),
    };
  };
  const path = [at(0)];
  for (let time = (phase * 1000) / rate; time < lasting; time += 1000 / rate) path.push(at(time));
  const left = at(lasting);
  path.push({ ...left, x: left.x + person.lift * draw(), y: left.y + person.lift * draw() });
  return path.sort((one, other) => one.time - other.time);
}

/** The flick that the app reads from a movement. */
function replayed(path: Touch[]): Shot {
  let read: Shot | null = null;
  const nothing = () => {};
  const fingers = new Fingers({
    aim: nothing,
    flick: (shot) => (read = shot),
    putBack: nothing,
    lift: nothing,
    place: nothing,
    look: nothing,
    tap: nothing,
    doubleTap: nothing,
  });
  const [first, ...moves] = path;
  const last = moves.pop();
  if (!first || !last) throw new Error('no movement');
  fingers.down(1, first, 'touch', 'lower', { ground: PHONE, limits, fullPull: FULL_PULL_PX });
  for (const touch of moves) fingers.move(1, [touch]);
  fingers.up(1, last);
  if (!read) throw new Error('no flick');
  return read;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));

/** The scatter of a person's flicks: of the speed as a share of it, of the direction in radians. */
function scatter(how: keyof typeof WISHES, person: Person, rate: number) {
  const draw = normals(7);
  const shots = Array.from({ length: TRIES }, () => replayed(movement(how, person, rate, draw)));
  const speeds = shots.map(({ speed_mps }) => speed_mps);
  return {
    wanted: mean(speeds),
    speed: deviation(speeds) / mean(speeds),
    azimuth: deviation(shots.map(({ azimuth }) => azimuth)),
  };
}

const cases = Object.keys(PEOPLE).flatMap((name) =>
  (['swipe', 'pull'] as const).flatMap((how) => RATES.map((rate) => ({ name, how, rate }))),
);

/** The practised hand of src/tumbletrip/tumblin/hands.py. */
const HAND = { speed: 0.06, azimuth: 0.03 };

test('the scatter of gestures, as the notebook tells it', () => {
  const rows = cases.map(({ name, how, rate }) => {
    const { wanted, speed, azimuth } = scatter(how, PEOPLE[name] as Person, rate);
    const told = `${wanted.toFixed(2)} m/s ± ${(100 * speed).toFixed(1)} %, ± ${azimuth.toFixed(4)} rad`;
    return `${name.padEnd(10)} ${how.padEnd(6)} ${String(rate).padStart(4)} Hz   ${told}`;
  });
  console.info(rows.join('\n'));
  expect(rows).toHaveLength(12);
});

test.each(cases.filter(({ name }) => name === 'ordinary'))(
  'an ordinary $how at $rate Hz scatters, but less than a practised hand at the meter',
  ({ name, how, rate }) => {
    const { speed, azimuth } = scatter(how, PEOPLE[name] as Person, rate);
    for (const share of [speed / HAND.speed, azimuth / HAND.azimuth]) {
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(1.1);
    }
  },
);

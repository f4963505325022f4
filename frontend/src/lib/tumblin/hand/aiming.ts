/** The flick in the hand: which die, where, how it lies and how it would be hit. */
import { onTrack } from '$lib/tumblin/board/lying';
import type { Kind, Launch, Limits } from '$lib/tumblin/views';

export type Aim = Launch;

/** In the middle of the track, straight ahead, with a natural thumb's strength. */
export function firstAim({ track }: Limits, kind: Kind, die: string): Aim {
  return {
    die,
    face_up: Object.keys(kind.normals).length,
    x: (track.x[0] + track.x[1]) / 2,
    y: (track.y[0] + track.y[1]) / 2,
    yaw: 0,
    azimuth: 0,
    speed_mps: 1.15,
    hit_side: 0,
    hit_height: 0,
  };
}

export const SPEEDS = { slowest: 0.3, fastest: 2.2, step: 0.05 } as const;
export const WIDEST_AIM = 0.9; // radians to either side that a slider reaches; the rules allow a little more
export const AIM_STEP = 0.02;
export const PLACE_STEP = 0.004;
export const YAW_STEP = Math.PI / 12;

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** How far aside a flick may go: a hair less than the rules allow, so that rounding never refuses one. */
export const widest = (limits: Limits): number => 0.9999 * limits.max_azimuth;

/** The aim with some of it changed, kept within what the rules allow. */
export function aimedAt(aim: Aim, change: Partial<Aim>, limits: Limits, kind: Kind): Aim {
  const next = { ...aim, ...change };
  const [aside, hit] = [widest(limits), limits.max_hit];
  return {
    ...next,
    ...onTrack(limits.track, kind, next.x, next.y),
    yaw: turned(next.yaw),
    azimuth: within(next.azimuth, -aside, aside),
    speed_mps: within(next.speed_mps, limits.min_speed_mps, limits.max_speed_mps),
    hit_side: within(next.hit_side, -hit, hit),
    hit_height: within(next.hit_height, -hit, hit),
  };
}

/** The same angle within half a turn to either side, as far as a die can be turned. */
function turned(angle: number): number {
  const rest = (angle + Math.PI) % (2 * Math.PI);
  return (rest < 0 ? rest + 2 * Math.PI : rest) - Math.PI;
}

/** The next face to put on top, going round all numbers. */
export function nextFace(kind: Kind, face: number, step: 1 | -1): number {
  const count = Object.keys(kind.normals).length;
  return ((face - 1 + step + count) % count) + 1;
}

/** The launch without its die, as the practice board takes it. */
export function launchOf(aim: Aim): Omit<Launch, 'die'> {
  const { face_up, x, y, yaw, azimuth, speed_mps, hit_side, hit_height } = aim;
  return { face_up, x, y, yaw, azimuth, speed_mps, hit_side, hit_height };
}

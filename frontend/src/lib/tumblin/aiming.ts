/** The flick in the hand: which die, where, how it lies and how it would be hit. */
import { FASTEST, SLOWEST } from './gesture';
import { onTrack } from './lying';
import type { Board, Kind, Launch } from './views';

export type Aim = Launch;

/** In the middle of the track, straight ahead, with a natural thumb's strength. */
export function firstAim(board: Board, kind: Kind, die: string): Aim {
  const box = board.tiers[0]?.boxes[0];
  const [x, y] = box ? [(box.x[0] + box.x[1]) / 2, (box.y[0] + box.y[1]) / 2] : [0, 0];
  return {
    die,
    face_up: Object.keys(kind.normals).length,
    ...onTrack(board, kind, x, y),
    yaw: 0,
    azimuth: 0,
    speed_mps: 1.15,
    hit_side: 0,
    hit_height: 0,
  };
}

export const SPEEDS = { slowest: 0.3, fastest: 2.2, step: 0.05 } as const;
export const WIDEST_AIM = 0.9; // radians a keyboard or slider aims to either side; the rules allow a little more
export const AIM_STEP = 0.02;
export const PLACE_STEP = 0.004;
export const YAW_STEP = Math.PI / 12;

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The aim with some of it changed, kept within what the rules allow. */
export function aimedAt(aim: Aim, change: Partial<Aim>, board: Board, kind: Kind): Aim {
  const next = { ...aim, ...change };
  return {
    ...next,
    ...onTrack(board, kind, next.x, next.y),
    yaw: turned(next.yaw),
    azimuth: within(next.azimuth, -1.047, 1.047),
    speed_mps: within(next.speed_mps, SLOWEST, FASTEST),
    hit_side: within(next.hit_side, -1, 1),
    hit_height: within(next.hit_height, -1, 1),
  };
}

/** An angle within half a turn. */
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

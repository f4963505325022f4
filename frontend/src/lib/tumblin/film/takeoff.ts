/**
 * The start of a flick before the server's film of it is here: the die leaves the hand at once.
 *
 * It springs from where it was pulled to where it is flicked, then slides ahead, ever slower, and never beyond the
 * edge of the track: what happens there only the server knows. The film takes over where the die is by then.
 */
import type { BoardPicture, Launch, Pose } from '$lib/tumblin/views';
import { between, poseAt, type Film } from './film';

/** How far a full pull takes the die back, in metres. */
const FARTHEST_PULL_M = 0.022;
const SPRING_S = 0.06;
const SHORTEST_RUN_M = 0.004;
const BRAKING_MPS2 = 4; // rather more than wood does, so that a soft flick is not drawn too far
/** What is left between the die and its film at the take-over fades within this time. */
const FADE_S = 0.14;
const SEARCH_S = 0.4;
const SEARCH_STEP_S = 0.002;

/** How far back the die is drawn by a pull, within the track. */
export function pulledBack(picture: BoardPicture, launch: Launch, strength: number): number {
  const margin = picture.limits.track.x[0];
  const room = (launch.x - margin) / Math.max(Math.cos(launch.azimuth), 0.2);
  return Math.max(0, Math.min(FARTHEST_PULL_M * strength, room));
}

/** A pose moved along the direction of a flick; back is negative. */
export function alongAim([x = 0, y = 0, ...rest]: Pose, azimuth: number, metres: number): Pose {
  return [x + Math.cos(azimuth) * metres, y + Math.sin(azimuth) * metres, ...rest];
}

/** How far the die is from where it is flicked, so many seconds after it was let go. */
export function runAfter(second: number, launch: Launch, back: number, trackEnd: number): number {
  const spring = back > 0 ? SPRING_S : 0;
  if (second < spring) return back * ((second / spring) ** 2 - 1);
  const toEdge = (trackEnd - launch.x) / Math.max(Math.cos(launch.azimuth), 0.2);
  const toStop = launch.speed_mps ** 2 / (2 * BRAKING_MPS2);
  const room = Math.max(Math.min(toEdge, toStop), SHORTEST_RUN_M);
  return room * (1 - Math.exp((-launch.speed_mps * (second - spring)) / room));
}

/** The moment of a film at which a die that started somewhere has come as far as it is drawn, or nearly so. */
export function takeOver(film: Film, die: number, start: Pose, run: number, azimuth: number): number {
  const [x = 0, y = 0] = start;
  let [nearest, gap] = [0, Infinity];
  for (let second = 0; second < SEARCH_S && gap > 0; second += SEARCH_STEP_S) {
    const [u = 0, v = 0] = poseAt(film, die, second, start);
    const left = Math.max(run - (u - x) * Math.cos(azimuth) - (v - y) * Math.sin(azimuth), 0);
    if (left < gap) [nearest, gap] = [second, left];
  }
  return nearest;
}

/** The pose in the film, so long after it took over from another one: what was left between them fades. */
export function bridged(film: Pose, from: { drawn: Pose; film: Pose }, second: number): Pose {
  const left = Math.max(0, 1 - second / FADE_S) ** 2;
  const turned = between(film, from.drawn, left);
  const gap = (part: number) => ((from.drawn[part] ?? 0) - (from.film[part] ?? 0)) * left;
  return film.map((value, part) => (part < 3 ? value + gap(part) : (turned[part] ?? value)));
}

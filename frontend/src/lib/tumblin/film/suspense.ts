/** When a film is worth holding one's breath: the last tumble of a die at an edge, or on its way into 4x. */
import type { Board, Pose } from '$lib/tumblin/views';
import type { Shot, Tempo } from './projector.svelte';

const SLOW = 0.32; // of the pace at which it happened
const BEFORE_END_S = 0.4; // earlier there is still too much to come
const SHORTEST_S = 0.05;
const EDGE_M = 0.012;
const BEFORE_LAST_ZONE_M = 0.03;
const HIGHEST_SPEED_MPS = 0.7;

/** The part of a film that is shown slowly, in seconds. */
export interface Suspense {
  from: number;
  to: number;
}

/** The last moments of a die at an edge, until it lies or has fallen; null if nothing is at stake. */
export function suspenseOf(shot: Shot, board: Board): Suspense | null {
  const track = shot.film.tracks.find(({ die }) => die === shot.after.length - 1);
  if (!track) return null;
  const { rate } = shot.film;
  const poses = aboard(track.poses, board);
  const earliest = poses.length - Math.round(BEFORE_END_S * rate);
  const calm = poses.findLastIndex((pose, frame) => {
    const before = poses[frame - 1];
    return (
      frame < earliest || !before || speed(before, pose, rate) > HIGHEST_SPEED_MPS || !isTense(board, pose)
    );
  });
  if ((poses.length - calm - 1) / rate < SHORTEST_S) return null;
  return { from: (track.first + calm + 1) / rate, to: (track.first + poses.length) / rate };
}

/** The way of a die until it sinks below the last zone: what it does on the table keeps nobody in suspense. */
function aboard(poses: readonly Pose[], board: Board): readonly Pose[] {
  const lowest = board.tiers.at(-1)?.top ?? 0;
  const fallen = poses.findIndex(([, , z = 0]) => z < lowest);
  return fallen < 0 ? poses : poses.slice(0, fallen);
}

/** The pace of such a film. */
export function tempoOf(suspense: Suspense | null): Tempo {
  return (second) => (suspense && second >= suspense.from && second < suspense.to ? SLOW : 1);
}

function speed([x = 0, y = 0]: Pose, [u = 0, v = 0]: Pose, rate: number): number {
  return Math.hypot(u - x, v - y) * rate;
}

/** Whether a die is about to reach or to leave something: a step's edge, or the last zone. */
function isTense(board: Board, [x = 0, y = 0]: Pose): boolean {
  const last = board.tiers.at(-1);
  const start = Math.min(...(last?.boxes.map((box) => box.x[0]) ?? [Infinity]));
  if (x > start - BEFORE_LAST_ZONE_M) return true;
  const under = board.tiers
    .flatMap((tier) => tier.boxes)
    .find((box) => x >= box.x[0] && x <= box.x[1] && y >= box.y[0] && y <= box.y[1]);
  return under !== undefined && Math.min(under.x[1] - x, under.y[1] - y, y - under.y[0]) < EDGE_M;
}

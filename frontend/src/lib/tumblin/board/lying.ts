/** How a die lies before it is flicked: a face on top, turned about the vertical. As tumblin/dice.py does it. */
import type { Board, Box, Kind, Launch, Pose, Tier } from '$lib/tumblin/views';

type Turn = [number, number, number, number];

/** The smallest turn that brings a face to the top, then a turn about the vertical. */
export function faceUp(kind: Kind, face: number, yaw: number): Turn {
  const [x, y, z] = kind.normals[String(face)] ?? [0, 0, 1];
  const upright: Turn = z < -1 + 1e-12 ? [0, 1, 0, 0] : shortest(x, y, z);
  return product([Math.cos(yaw / 2), 0, 0, Math.sin(yaw / 2)], upright);
}

function shortest(x: number, y: number, z: number): Turn {
  const length = Math.sqrt(2 * (1 + z));
  return [length / 2, y / length, -x / length, 0];
}

function product(a: Turn, b: Turn): Turn {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function startPose(board: Board, kind: Kind, launch: Launch): Pose {
  const track = board.tiers[0];
  const z = (track?.top ?? 0) + kind.inradius;
  return [launch.x, launch.y, z, ...faceUp(kind, launch.face_up, launch.yaw)];
}

/** A die laid by hand on whatever tier is under a finger, and that tier; null beside the board. */
export function layAt(
  board: Board,
  kind: Kind,
  under: (height: number) => { x: number; y: number } | null,
  face: number,
): { pose: number[]; tier: Tier } | null {
  for (const tier of board.tiers) {
    const spot = under(tier.top);
    const isOn = tier.boxes.some(
      ({ x, y }) => spot && spot.x >= x[0] && spot.x <= x[1] && spot.y >= y[0] && spot.y <= y[1],
    );
    if (spot && isOn)
      return { pose: [spot.x, spot.y, tier.top + kind.inradius, ...faceUp(kind, face, 0)], tier };
  }
  return null;
}

/** The nearest place on the launch track where a die of this kind lies entirely on it. */
export function onTrack(track: Box, kind: Kind, x: number, y: number): { x: number; y: number } {
  const margin = kind.inradius + 1e-5;
  const within = (value: number, [low, high]: [number, number]) =>
    Math.min(Math.max(value, low + margin), high - margin);
  return { x: within(x, track.x), y: within(y, track.y) };
}

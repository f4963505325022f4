/** Dice seen straight from above: which face is up, and how it lies. */
import type { Kind, Pose } from '$lib/tumblin/views';

type Vector = readonly [number, number, number];

/** A direction of a die, as it points in the room. */
function rotated([, , , w = 1, x = 0, y = 0, z = 0]: Pose, [a, b, c]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

export interface Seen {
  face: number;
  /** Degrees on the screen. */
  turn: number;
  /** The corners of the top face around its middle, in millimetres on the screen. */
  outline: string;
}

/** On the screen downhill is up and +y is left. */
const onScreen = ([x, y]: Vector): [number, number] => [-y * 1000, -x * 1000];

export function seenFromAbove(kind: Kind, pose: Pose): Seen {
  const faces = Object.entries(kind.normals).map(
    ([face, normal]) => [face, rotated(pose, normal)[2]] as const,
  );
  const [name] = faces.reduce((best, one) => (one[1] > best[1] ? one : best));
  const corners = (kind.faces[name] ?? []).map((corner) => onScreen(rotated(pose, corner)));
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = corners;
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return { face: Number(name), turn, outline: corners.map((corner) => corner.join()).join(' ') };
}

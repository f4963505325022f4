/** Where a camera must stand to see some points as large as possible. */
import { MathUtils, Vector3, type PerspectiveCamera } from 'three';

export interface Place {
  target: Vector3;
  eye: Vector3;
}

/** The share of half the picture, to the sides and below, that the points may fill. */
export const FILL = 0.98;
const Z = new Vector3(0, 0, 1);

/**
 * The nearest place from which a camera that looks along `forward` sees all points.
 *
 * With the eye at a·right + b·up + c·forward, each side of the picture bounds a or b by a line in c; the nearest
 * place is the largest c for which both pairs of bounds still leave room. `isHigh` says that height, not width,
 * keeps the camera away.
 */
export function fit(
  camera: PerspectiveCamera,
  forward: Vector3,
  points: readonly Vector3[],
  fillAbove = FILL,
  fillBelow = FILL,
): Place & { isHigh: boolean } {
  const right = forward.clone().cross(Z).normalize();
  const up = right.clone().cross(forward);
  const half = Math.tan(MathUtils.degToRad(camera.fov / 2));
  const side = half * camera.aspect * FILL;
  const [above, below] = [half * fillAbove, half * fillBelow];
  const most = (measure: (point: Vector3) => number) => Math.max(...points.map(measure));
  const least = (measure: (point: Vector3) => number) => Math.min(...points.map(measure));

  const rightBound = most((point) => point.dot(right) - side * point.dot(forward));
  const leftBound = least((point) => point.dot(right) + side * point.dot(forward));
  const upperBound = most((point) => point.dot(up) - above * point.dot(forward));
  const lowerBound = least((point) => point.dot(up) + below * point.dot(forward));
  const byWidth = (leftBound - rightBound) / (2 * side);
  const byHeight = (lowerBound - upperBound) / (above + below);
  const c = Math.min(byWidth, byHeight);
  const a = (leftBound + rightBound) / 2;
  const b = (upperBound + above * c + lowerBound - below * c) / 2;

  const eye = right.clone().multiplyScalar(a).addScaledVector(up, b).addScaledVector(forward, c);
  const depth = (most((point) => point.dot(forward)) + least((point) => point.dot(forward))) / 2 - c;
  return { eye, target: eye.clone().addScaledVector(forward, depth), isHigh: byHeight < byWidth };
}

import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { CalmCamera } from '$lib/tumblin/scene/camera';
import { FILL, fit } from '$lib/tumblin/scene/fitting';
import type { Board } from '$lib/tumblin/views';

const BOARD = [-0.12, 0.505].flatMap((x) => [-0.2, 0.2].map((y) => new Vector3(x, y, x < 0 ? 0.1 : 0.02)));

/** Where points are on a picture after the camera has gone where it should, from -1 to 1. */
function seen(aspect: number, tilt: number): Vector3[] {
  const camera = new PerspectiveCamera(26, aspect, 0.02, 8);
  camera.up.set(0, 0, 1);
  const place = fit(camera, new Vector3(Math.cos(tilt), 0, -Math.sin(tilt)), BOARD, 0.84);
  camera.position.copy(place.eye);
  camera.lookAt(place.target);
  camera.updateMatrixWorld();
  return BOARD.map((point) => point.clone().project(camera));
}

describe('the camera', () => {
  test.each([
    [390 / 560, 0.9],
    [1, 0.7],
    [16 / 9, 0.62],
    [0.5, 1.5],
  ])(
    'sees the whole board at aspect %f and tilt %f, and stands no further away than needed',
    (aspect, tilt) => {
      const points = seen(aspect, tilt);
      const widest = Math.max(...points.map(({ x }) => Math.abs(x)));
      const [highest, lowest] = [
        Math.max(...points.map(({ y }) => y)),
        Math.min(...points.map(({ y }) => y)),
      ];
      expect(FILL).toBeLessThan(1); // nothing is cut off
      expect(widest).toBeLessThan(FILL + 0.0001);
      expect(highest).toBeLessThan(0.8401);
      expect(lowest).toBeGreaterThan(-FILL - 0.0001);
      expect(widest > FILL - 0.0001 || (highest > 0.8399 && lowest < -FILL + 0.0001)).toBe(true);
    },
  );

  test('stays with the board when a die flies off it', () => {
    const tier = (top: number, x: [number, number]) => ({ top, boxes: [{ x, y: [-0.2, 0.2] }] });
    const board = { tiers: [tier(0.1, [-0.12, 0]), tier(0.02, [0, 0.5])] } as unknown as Board;
    const calm = new CalmCamera(board);
    calm.resize(390, 600);
    calm.step(0.02);
    calm.follow(1.6, 0.9, 0.008, true);
    for (let frame = 0; frame < 200; frame++) calm.step(0.02);
    const edge = new Vector3(0.5, 0.2, 0.02).project(calm.camera);
    expect(Math.abs(edge.x)).toBeLessThan(1);
    expect(Math.abs(edge.y)).toBeLessThan(1);
  });
});

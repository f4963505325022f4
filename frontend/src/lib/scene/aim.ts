/** Where the flick would go and how hard: a thin line on the wood, and an arc around the die. */
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  DoubleSide,
} from 'three';
import type { Aim } from '$lib/tumblin/aiming';

const LINE_WIDTH_M = 0.0036;
const ARC_INNER_M = 0.0145;
const ARC_OUTER_M = 0.0185;
const SEGMENTS = 48;
const SLOW = new Color('#fff3d6');
const MIDDLE = new Color('#ffb347');
const HARD = new Color('#ff5a36');

export class AimMark {
  readonly group = new Group();
  #line = new Mesh(new BufferGeometry(), lit());
  #arc = new Mesh(new BufferGeometry(), lit());
  #ring = new Mesh(arcGeometry(0, 1), lit(0.28));

  constructor() {
    this.group.add(this.#ring, this.#line, this.#arc);
    this.group.visible = false;
    for (const part of [this.#line, this.#arc, this.#ring]) part.renderOrder = 3;
  }

  show(aim: Aim | null, height: number): void {
    this.group.visible = aim !== null;
    if (!aim) return;
    this.group.position.set(aim.x, aim.y, height);
    this.group.rotation.z = aim.azimuth;
    const share = Math.min(aim.speed_mps / 2.25, 1);
    const colour =
      share < 0.55
        ? SLOW.clone().lerp(MIDDLE, share / 0.55)
        : MIDDLE.clone().lerp(HARD, (share - 0.55) / 0.45);
    this.#line.material.color.copy(colour);
    this.#arc.material.color.copy(colour);
    this.#line.geometry.dispose();
    this.#line.geometry = arrowGeometry(0.05 + 0.19 * share);
    this.#arc.geometry.dispose();
    this.#arc.geometry = arcGeometry(0, share);
  }

  dispose(): void {
    for (const part of [this.#line, this.#arc, this.#ring]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

function lit(opacity = 0.92): MeshBasicMaterial {
  return new MeshBasicMaterial({
    transparent: true,
    opacity,
    depthTest: false,
    toneMapped: false,
    side: DoubleSide,
    color: '#fff3d6',
  });
}

function arrowGeometry(length: number): BufferGeometry {
  const half = LINE_WIDTH_M / 2;
  const start = ARC_OUTER_M + 0.002;
  const tip = start + length;
  const points = [
    [start, -half, start, half, tip - 0.006, half / 2],
    [start, -half, tip - 0.006, half / 2, tip - 0.006, -half / 2],
    [tip - 0.015, -0.008, tip, 0, tip - 0.008, 0],
    [tip - 0.015, 0.008, tip, 0, tip - 0.008, 0],
  ];
  return flat(points.flatMap((corners) => pairs(corners)));
}

/** An arc around the front of the die; a share of 1 is the whole half circle, from right to left. */
function arcGeometry(from: number, to: number): BufferGeometry {
  const corners: number[] = [];
  const count = Math.max(1, Math.round(SEGMENTS * (to - from)));
  const at = (step: number) => Math.PI * (1 - (from + ((to - from) * step) / count)) - Math.PI / 2;
  for (let step = 0; step < count; step++) {
    const [a, b] = [at(step), at(step + 1)];
    const spot = (angle: number, radius: number) => [Math.cos(angle) * radius, Math.sin(angle) * radius, 0];
    const [p, q] = [spot(a, ARC_INNER_M), spot(a, ARC_OUTER_M)];
    const [r, s] = [spot(b, ARC_INNER_M), spot(b, ARC_OUTER_M)];
    corners.push(...p, ...q, ...r, ...q, ...s, ...r);
  }
  return flat(corners);
}

function pairs(corners: number[]): number[] {
  return [0, 2, 4].flatMap((at) => [corners[at] ?? 0, corners[at + 1] ?? 0, 0]);
}

function flat(corners: number[]): BufferGeometry {
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(corners, 3));
  return shape;
}

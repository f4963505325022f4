/** Where the flick would go and how hard: an arrow on the wood, and a band that stretches behind the die. */
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  DoubleSide,
} from 'three';
import type { Aim } from '$lib/tumblin/hand/aiming';
import { strengthOf } from '$lib/tumblin/hand/gesture';

const LINE_WIDTH_M = 0.0036;
const START_M = 0.0205; // beyond the die
const BAND_M = 0.017; // the band's ends, beside the die
const SLACK_M = 0.011; // how far behind the die's middle the band runs
const SLOW = new Color('#fff3d6');
const MIDDLE = new Color('#ffb347');
const HARD = new Color('#ff5a36');

export class AimMark {
  readonly group = new Group();
  #line = new Mesh(new BufferGeometry(), lit());
  #band = new Mesh(new BufferGeometry(), lit());

  constructor() {
    this.group.add(this.#line, this.#band);
    this.group.visible = false;
    for (const part of [this.#line, this.#band]) part.renderOrder = 3; // over the shadows; dice cover it
  }

  show(aim: Aim | null, height: number, back: number): void {
    this.group.visible = aim !== null;
    if (!aim) return;
    this.group.position.set(aim.x, aim.y, height);
    this.group.rotation.z = aim.azimuth;
    const share = strengthOf(aim.speed_mps);
    const colour =
      share < 0.55
        ? SLOW.clone().lerp(MIDDLE, share / 0.55)
        : MIDDLE.clone().lerp(HARD, (share - 0.55) / 0.45);
    this.#line.material.color.copy(colour);
    this.#band.material.color.copy(colour);
    this.#line.geometry.dispose();
    this.#line.geometry = arrowGeometry(0.05 + 0.19 * share);
    this.#band.visible = back > 0;
    this.#band.geometry.dispose();
    this.#band.geometry = bandGeometry(back);
  }

  dispose(): void {
    for (const part of [this.#line, this.#band]) {
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

function lit(opacity = 0.92): MeshBasicMaterial {
  return new MeshBasicMaterial({
    transparent: true,
    opacity,
    toneMapped: false,
    side: DoubleSide,
    color: '#fff3d6',
  });
}

function arrowGeometry(length: number): BufferGeometry {
  const half = LINE_WIDTH_M / 2;
  const start = START_M;
  const tip = start + length;
  const points = [
    [start, -half, start, half, tip - 0.006, half / 2],
    [start, -half, tip - 0.006, half / 2, tip - 0.006, -half / 2],
    [tip - 0.015, -0.008, tip, 0, tip - 0.008, 0],
    [tip - 0.015, 0.008, tip, 0, tip - 0.008, 0],
  ];
  return flat(points.flatMap((corners) => pairs(corners)));
}

/** A band from beside the die around its back, thinner the farther it is pulled. */
function bandGeometry(back: number): BufferGeometry {
  const half = 0.0014 / (1 + back * 30);
  const behind = -back - SLACK_M;
  const corners = [-1, 1].flatMap((side) => [
    [0, side * BAND_M - half, 0, side * BAND_M + half, behind, side * half],
    [0, side * BAND_M, behind + half, 0, behind - 2 * half, 0],
  ]);
  return flat(corners.flatMap((triangle) => pairs(triangle)));
}

function pairs(corners: number[]): number[] {
  return [0, 2, 4].flatMap((at) => [corners[at] ?? 0, corners[at + 1] ?? 0, 0]);
}

function flat(corners: number[]): BufferGeometry {
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(corners, 3));
  return shape;
}

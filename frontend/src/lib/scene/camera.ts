/** A calm camera: behind the player, above the board, or following a die; it glides and never jerks. */
import { PerspectiveCamera, Vector3 } from 'three';
import type { Standpoint } from '$lib/tumblin/eye';
import type { Board } from '$lib/tumblin/views';

interface Place {
  target: Vector3;
  eye: Vector3;
}

const GLIDE_PER_S = 4.2; // how quickly it nears its goal
const MARGIN = 0.94; // of half the picture that the board may fill
const CLOSE = 1e-5;

export class CalmCamera {
  readonly camera = new PerspectiveCamera(34, 1, 0.02, 8);
  standpoint: Standpoint = 'player';
  /** What people turned and zoomed by hand. */
  turn = 0;
  tilt = 0;
  zoom = 1;
  mayGlide = true;
  #target = new Vector3(0.2, 0, 0.05);
  #followed: Vector3 | null = null;
  #corners: Vector3[];
  #isPlaced = false;

  constructor(board: Board) {
    this.camera.up.set(0, 0, 1);
    this.#corners = board.tiers.flatMap((tier) =>
      tier.boxes.flatMap(({ x, y }) => x.flatMap((u) => y.map((v) => new Vector3(u, v, tier.top)))),
    );
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.#isPlaced = false;
  }

  follow(x: number, y: number, z: number): void {
    this.#followed = (this.#followed ?? new Vector3()).set(x, y, z);
  }

  rest(): void {
    this.#followed = null;
  }

  turnBy(turn: number, tilt: number): void {
    this.turn = Math.min(Math.max(this.turn + turn, -Math.PI), Math.PI);
    this.tilt = Math.min(Math.max(this.tilt + tilt, -0.55), 0.6);
  }

  zoomBy(factor: number): void {
    this.zoom = Math.min(Math.max(this.zoom * factor, 0.35), 1.5);
  }

  reset(standpoint: Standpoint): void {
    this.standpoint = standpoint;
    this.turn = this.tilt = 0;
    this.zoom = 1;
  }

  /** Go on towards the goal; true while there is still some way to go. */
  step(seconds: number): boolean {
    const goal = this.#goal();
    const share = this.#isPlaced && this.mayGlide ? 1 - Math.exp(-GLIDE_PER_S * seconds) : 1;
    this.#isPlaced = true;
    this.#target.lerp(goal.target, share);
    this.camera.position.lerp(goal.eye, share);
    this.camera.lookAt(this.#target);
    return this.camera.position.distanceTo(goal.eye) + this.#target.distanceTo(goal.target) > CLOSE * 20;
  }

  #goal(): Place {
    if (this.standpoint === 'follow' && this.#followed) return this.#behind(this.#followed);
    const isTop = this.standpoint === 'top';
    const isTall = this.camera.aspect < 1;
    const tilt = (isTop ? 1.52 : isTall ? 0.86 : 0.66) + this.tilt;
    return this.#fitting(Math.min(Math.max(tilt, 0.12), 1.53));
  }

  #behind(die: Vector3): Place {
    const eye = new Vector3(-0.23, -0.02, 0.2)
      .applyAxisAngle(Z, this.turn)
      .multiplyScalar(this.zoom)
      .add(die);
    return { target: die.clone().add(new Vector3(0.05, 0, -0.005)), eye };
  }

  /** As near as possible with the whole board in the picture. */
  #fitting(tilt: number): Place {
    const back = new Vector3(-Math.cos(tilt), 0, Math.sin(tilt)).applyAxisAngle(Z, this.turn);
    const target = new Vector3(0.19, 0, 0.045);
    const probe = this.camera.clone();
    let eye = target.clone();
    for (let round = 0; round < 3; round++) {
      let distance = 0.4;
      let bounds = this.#bounds(probe, target, back, distance);
      while (distance < 4 && Math.max(bounds.wide, bounds.high) > MARGIN) {
        distance *= 1.04;
        bounds = this.#bounds(probe, target, back, distance);
      }
      eye = target.clone().addScaledVector(back, distance * this.zoom);
      // Let the board sit in the middle of the picture, not its centre.
      target.addScaledVector(
        new Vector3(1, 0, 0).applyAxisAngle(Z, this.turn),
        bounds.middle * distance * 0.3,
      );
    }
    return { target, eye: eye.copy(target).addScaledVector(back, eye.distanceTo(target) || 1) };
  }

  #bounds(probe: PerspectiveCamera, target: Vector3, back: Vector3, distance: number) {
    probe.position.copy(target).addScaledVector(back, distance);
    probe.lookAt(target);
    probe.updateMatrixWorld();
    const seen = this.#corners.map((corner) => corner.clone().project(probe));
    const highest = Math.max(...seen.map(({ y }) => y));
    const lowest = Math.min(...seen.map(({ y }) => y));
    return {
      wide: Math.max(...seen.map(({ x }) => Math.abs(x))),
      high: (highest - lowest) / 2,
      middle: (highest + lowest) / 2,
    };
  }
}

const Z = new Vector3(0, 0, 1);

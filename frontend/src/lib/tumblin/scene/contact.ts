/** Where dice touch the wood: a soft dark spot under each, in one draw call; it shrinks as a die rises. */
import { InstancedMesh, Matrix4, MeshBasicMaterial, PlaneGeometry, type Texture } from 'three';
import type { BoardPicture, ShownDie } from '$lib/tumblin/views';
import { heightAt } from './board';
import { spotTexture } from './canvas';

const MOST_DICE = 64; // a match has 48 at most
const WIDE = 3.3; // of half a die's width
const LIFT_M = 0.0005;
const GONE_M = 0.03; // above the wood

export class ContactShadows {
  readonly mesh: InstancedMesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #spot: Texture = spotTexture();
  readonly #place = new Matrix4();

  constructor(private readonly picture: BoardPicture) {
    const dark = new MeshBasicMaterial({ map: this.#spot, transparent: true, depthWrite: false });
    this.mesh = new InstancedMesh(new PlaneGeometry(), dark, MOST_DICE);
    this.mesh.frustumCulled = false; // its box would have to be counted again for every frame
    this.mesh.renderOrder = 2; // over what is painted on the wood
  }

  show(dice: readonly ShownDie[]): void {
    this.mesh.count = Math.min(dice.length, MOST_DICE);
    dice.slice(0, MOST_DICE).forEach(({ kind, pose: [x = 0, y = 0, z = 0] }, at) => {
      const half = this.picture.kinds[kind]?.inradius ?? 0;
      const ground = heightAt(this.picture.board, x, y);
      const share = Math.min(Math.max(1 - (z - half - ground) / GONE_M, 0), 1);
      const wide = half * WIDE * share;
      this.#place.makeScale(wide, wide, 1).setPosition(x, y, ground + LIFT_M);
      this.mesh.setMatrixAt(at, this.#place);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#spot.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}

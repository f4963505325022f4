/** The wooden board, built from its data: tiers, pegs, and what is painted on them. */
import {
  BufferGeometry,
  CapsuleGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  type Texture,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Wood } from '$lib/tumblin/feats/looks';
import type { Board, Box, Tier } from '$lib/tumblin/views';
import { PAINT, paintTexture, woodTexture } from './canvas';

const EDGE_M = 0.0022; // edges are broken with sandpaper
const PLANK_M = 0.62; // the texture's length on the board
const PAINT_LIFT_M = 0.00035; // above the wood, so that it does not flicker
const SHADE_M = 0.046; // who looks from behind the track sees the last two thirds of it
const NOSE_M = 0.0034; // the bright edge of a step
const BEHIND_STEP_M = 0.009; // how far the number of a short zone is put on, since the step before it hides its rear
const NUMBER_M = 0.072; // how far beside the middle: no narrow screen cuts it off, not even near the line

export class WoodenBoard {
  readonly group = new Group();
  readonly wood: MeshPhysicalMaterial;
  #textures: Texture[];

  constructor(board: Board, { tints, grain: [early, late], ink }: Wood) {
    const grain = woodTexture(early, late, 3);
    const paint = paintTexture(ink);
    this.#textures = [grain, paint];
    this.wood = new MeshPhysicalMaterial({
      map: grain,
      vertexColors: true,
      roughness: 0.5,
      clearcoat: 0.6,
      clearcoatRoughness: 0.26,
    });
    const tiers = new Mesh(tierGeometry(board, tints), this.wood);
    tiers.castShadow = tiers.receiveShadow = true;
    const painted = new Mesh(
      paintGeometry(board),
      new MeshStandardMaterial({
        map: paint,
        transparent: true,
        roughness: 0.6,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
      }),
    );
    painted.receiveShadow = true;
    this.group.add(tiers, painted, pegs(board));
  }

  dispose(): void {
    for (const texture of this.#textures) texture.dispose();
    this.group.traverse((part) => {
      if (part instanceof Mesh) {
        part.geometry.dispose();
        (part.material as MeshStandardMaterial).dispose();
      }
    });
  }
}

/** The highest tier at a point; 0 beside the board. */
export function heightAt(board: Board, x: number, y: number): number {
  const inside = ({ x: [a, b], y: [c, d] }: Box) => x >= a && x <= b && y >= c && y <= d;
  return board.tiers.find((tier) => tier.boxes.some(inside))?.top ?? 0;
}

function tierGeometry(board: Board, tints: readonly string[]): BufferGeometry {
  const parts = board.tiers.flatMap((tier, place) =>
    tier.boxes.map((box, number) =>
      tierBox(tier, place ? box : beforeOthers(box), tints[place] ?? '#bd7c40', place * 3.7 + number * 1.3),
    ),
  );
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}

/** The track's rear is a hair before that of the level it lies on, so that the two do not flicker. */
const beforeOthers = ({ x: [rear, front], y }: Box): Box => ({ x: [rear - 0.0006, front], y });

function tierBox(tier: Tier, { x, y }: Box, tint: string, shift: number): BufferGeometry {
  const [length, width] = [x[1] - x[0], y[1] - y[0]];
  const box = new RoundedBoxGeometry(length, width, tier.top + EDGE_M, 2, EDGE_M);
  // Its lower edge is hidden in the table.
  box.translate((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (tier.top - EDGE_M) / 2);
  layGrain(box, shift);
  const colour = new Color(tint);
  const count = box.getAttribute('position').count;
  const colours = Float32Array.from({ length: count * 3 }, (_, at) => colour.toArray()[at % 3] ?? 1);
  box.setAttribute('color', new Float32BufferAttribute(colours, 3));
  return box;
}

/** The grain runs across the board; every tier is another plank. */
function layGrain(box: BufferGeometry, shift: number): void {
  const position = box.getAttribute('position');
  const normal = box.getAttribute('normal');
  const uv = box.getAttribute('uv');
  for (let at = 0; at < position.count; at++) {
    const [x, y, z] = [position.getX(at), position.getY(at), position.getZ(at)];
    const [nx, ny] = [Math.abs(normal.getX(at)), Math.abs(normal.getY(at))];
    if (ny > 0.7) uv.setXY(at, (x * 0.15 + shift) / PLANK_M, (z * 2 + x) / (PLANK_M / 2));
    else uv.setXY(at, (y + shift) / PLANK_M, ((nx > 0.7 ? z : x) + shift) / (PLANK_M / 2));
  }
}

function pegs({ pegs: { radius, height, at }, ...board }: Board): InstancedMesh {
  const depth = 0.004; // in its hole
  const shape = new CapsuleGeometry(radius, height - radius + depth, 6, 16);
  shape.rotateX(Math.PI / 2);
  const all = new InstancedMesh(
    shape,
    new MeshStandardMaterial({ color: '#ecc78f', roughness: 0.42 }),
    at.length,
  );
  at.forEach(([x, y], place) => {
    const foot = heightAt({ ...board, pegs: { radius, height, at } }, x, y);
    all.setMatrixAt(place, new Matrix4().makeTranslation(x, y, foot + (height - depth - radius) / 2));
  });
  all.castShadow = all.receiveShadow = true;
  return all;
}

/** Numbers, the line, and a soft shade where one step meets the next. */
function paintGeometry(board: Board): BufferGeometry {
  const parts: BufferGeometry[] = [];
  board.tiers.forEach((tier, place) => {
    const above = board.tiers[place - 1];
    if (tier.zone === 0 || !above) return;
    const front = Math.max(...above.boxes.map((box) => box.x[1]));
    for (const box of tier.boxes) {
      const start = Math.max(box.x[0], front);
      parts.push(
        patch(box.x[1] - NOSE_M, box.y[0] + EDGE_M, NOSE_M, width(box) - 2 * EDGE_M, tier.top, LINE),
      );
      if (tier.zone === 1) {
        parts.push(
          patch(board.line - 0.0015, box.y[0] + EDGE_M, 0.003, width(box) - 2 * EDGE_M, tier.top, LINE),
        );
        for (const side of [-1, 1])
          parts.push(number(tier, (board.line + box.x[1]) / 2, side * NUMBER_M, 0.05));
        shadeAroundTrack(above, tier, parts);
        continue;
      }
      const spots = tier.boxes.length > 1 ? [0] : [-1, 1];
      for (const side of spots) {
        const y = (box.y[0] + box.y[1]) / 2 + side * NUMBER_M;
        const middle = (start + box.x[1]) / 2;
        parts.push(number(tier, tier.boxes.length > 1 ? middle + BEHIND_STEP_M : middle, y, 0.05));
      }
      parts.push(patch(start, box.y[0], SHADE_M, width(box), tier.top, SHADE));
    }
  });
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}

const width = (box: Box): number => box.y[1] - box.y[0];

function shadeAroundTrack(track: Tier, tier: Tier, parts: BufferGeometry[]): void {
  const box = track.boxes[0];
  if (box) parts.push(patch(box.x[1], box.y[0], SHADE_M / 2, width(box), tier.top, SHADE));
}

/** Corners of the painted picture: where on it u goes from and to across the board, v down it. */
interface Piece {
  u: [number, number];
  v: [number, number];
}
const LINE: Piece = { u: [0.05, 0.2], v: [0.1, 0.4] };
const SHADE: Piece = { u: [0.3, 0.45], v: [0.01, 0.49] };

/** A painted rectangle from a corner, `length` downhill and `across` wide. */
function patch(
  x: number,
  y: number,
  length: number,
  across: number,
  top: number,
  piece: Piece,
): BufferGeometry {
  const [[u0, u1], [v0, v1]] = [piece.u, piece.v];
  const plane = new PlaneGeometry(length, across);
  plane.translate(x + length / 2, y + across / 2, top + PAINT_LIFT_M);
  // Its corners: uphill left, downhill left, uphill right, downhill right.
  plane.getAttribute('uv').array.set([u0, v0, u0, v1, u1, v0, u1, v1]);
  return plane;
}

/** A number that is read by whoever stands behind the launch track. */
function number(tier: Tier, x: number, y: number, size: number): BufferGeometry {
  const plane = new PlaneGeometry(size, size);
  plane.translate(x, y, tier.top + PAINT_LIFT_M);
  const left = (tier.zone - 1) * PAINT.number;
  const [u0, u1, v0, v1] = [left, left + PAINT.number, 1 - PAINT.height, 1];
  plane.getAttribute('uv').array.set([u0, v0, u0, v1, u1, v0, u1, v1]);
  return plane;
}

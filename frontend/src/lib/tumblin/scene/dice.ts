/** Dice: one instanced mesh for each kind, so that many cost hardly more than one. */
import {
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshPhysicalMaterial,
  Quaternion,
  Vector3,
  type Texture,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { lookOf } from '$lib/tumblin/board/colours';
import type { DiceLook } from '$lib/tumblin/feats/looks';
import type { Kind, ShownDie } from '$lib/tumblin/views';
import { markTexture, NUMBER_COLUMNS, NUMBER_ROWS, numberTexture, pipTexture } from './canvas';

const MOST_DICE = 64; // a match has 48 at most
const ROUNDING = 0.24; // of half a die's width
/** The numbers on the sides of a rounded box, in its order: +x, −x, +y, −y, +z, −z. */
const SIDES = [3, 4, 5, 2, 1, 6];

export class DiceSet {
  readonly group = new Group();
  #meshes = new Map<string, InstancedMesh>();
  #textures: Texture[] = [];
  #materials: MeshPhysicalMaterial[] = [];
  #pips: MeshPhysicalMaterial | undefined;
  #numbers: MeshPhysicalMaterial | undefined;
  #isVarnished = true;

  constructor(
    private readonly kinds: Record<string, Kind>,
    private readonly look: DiceLook,
  ) {}

  /** Draw these dice, and no others. */
  show(dice: readonly ShownDie[]): void {
    const counts = new Map<string, number>();
    for (const die of dice) {
      const place = counts.get(die.kind) ?? 0;
      counts.set(die.kind, place + 1);
      this.#put(die, place);
    }
    for (const [kind, mesh] of this.#meshes) {
      mesh.count = counts.get(kind) ?? 0;
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      mesh.geometry.getAttribute('mark').needsUpdate = true;
    }
  }

  #put(die: ShownDie, place: number): void {
    const mesh = this.#mesh(die.kind);
    if (!mesh || place >= MOST_DICE) return;
    const [x = 0, y = 0, z = 0, qw = 1, qx = 0, qy = 0, qz = 0] = die.pose;
    matrix.compose(position.set(x, y, z), turn.set(qx, qy, qz, qw), one);
    mesh.setMatrixAt(place, matrix);
    const look = lookOf(die.colour);
    mesh.setColorAt(place, colour.set(look.hex));
    mesh.geometry.getAttribute('mark').setXY(place, look.mark, die.bonus ? 1 : 0);
  }

  #mesh(name: string): InstancedMesh | undefined {
    const kind = this.kinds[name];
    if (!kind) return undefined;
    let mesh = this.#meshes.get(name);
    if (!mesh) {
      const isCube = name === 'd6';
      const shape = isCube ? cube(kind) : solid(kind);
      const marks = new InstancedBufferAttribute(new Float32Array(MOST_DICE * 2), 2);
      marks.setUsage(DynamicDrawUsage);
      shape.setAttribute('mark', marks);
      mesh = new InstancedMesh(shape, isCube ? this.#pipMaterial() : this.#numberMaterial(), MOST_DICE);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false; // its box would have to be counted again for every frame
      this.#meshes.set(name, mesh);
      this.group.add(mesh);
    }
    return mesh;
  }

  #pipMaterial(): MeshPhysicalMaterial {
    this.#pips ??= this.#material(pipTexture(), undefined);
    return this.#pips;
  }

  #numberMaterial(): MeshPhysicalMaterial {
    this.#numbers ??= this.#material(numberTexture(), markTexture());
    return this.#numbers;
  }

  #material(mask: Texture, marks: Texture | undefined): MeshPhysicalMaterial {
    const material = new MeshPhysicalMaterial({
      roughness: this.look.roughness,
      metalness: this.look.metalness,
      clearcoat: this.#coat,
      clearcoatRoughness: 0.12,
      flatShading: marks !== undefined,
    });
    material.onBeforeCompile = (shader) => paintFaces(shader, mask, marks);
    material.customProgramCacheKey = () => (marks ? 'numbers' : 'pips');
    this.#textures.push(mask, ...(marks ? [marks] : []));
    this.#materials.push(material);
    return material;
  }

  /** Without varnish, for weak machines. */
  set isVarnished(is: boolean) {
    this.#isVarnished = is;
    for (const material of this.#materials) material.clearcoat = this.#coat;
  }

  get #coat(): number {
    return this.#isVarnished ? this.look.coat : 0;
  }

  dispose(): void {
    for (const texture of this.#textures) texture.dispose();
    for (const material of this.#materials) material.dispose();
    for (const mesh of this.#meshes.values()) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}

const matrix = new Matrix4();
const position = new Vector3();
const turn = new Quaternion();
const one = new Vector3(1, 1, 1);
const colour = new Color();

/** A die's body has the colour of its instance; its pips are light or dark, whichever is seen; a bonus die has frames, golden on a dark one. */
function paintFaces(
  shader: WebGLProgramParametersWithUniforms,
  mask: Texture,
  marks: Texture | undefined,
): void {
  shader.uniforms['mask'] = { value: mask };
  if (marks) shader.uniforms['marks'] = { value: marks };
  shader.vertexShader = shader.vertexShader
    .replace(
      '#include <common>',
      `#include <common>
      attribute vec2 cell;
      attribute vec2 spot;
      attribute vec2 mark;
      varying vec2 vCell;
      varying vec2 vSpot;
      varying vec2 vMark;`,
    )
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvCell = cell; vSpot = spot; vMark = mark;');
  const lookup = marks
    ? `float painted = texture2D(mask, (vCell + vSpot) / vec2(${NUMBER_COLUMNS}.0, ${NUMBER_ROWS}.0)).a;
       vec2 inMark = (vSpot - vec2(0.5, 0.74)) / 0.13 + 0.5;
       if (all(greaterThan(inMark, vec2(0.0))) && all(lessThan(inMark, vec2(1.0)))) {
         vec2 place = vec2(mod(vMark.x, 4.0), floor(vMark.x / 4.0));
         painted = max(painted, texture2D(marks, (place + inMark) / 4.0).a);
       }`
    : `float painted = texture2D(mask, vec2(vCell.x + vSpot.x, vMark.x + vSpot.y) / vec2(6.0, 16.0)).a;`;
  const frame = marks
    ? `float away = length(vSpot - 0.5);
       float framed = step(0.2, away) * step(away, 0.235);`
    : `vec2 toEdge = 0.5 - abs(vSpot - 0.5);
       float edge = min(toEdge.x, toEdge.y);
       float framed = step(edge, 0.075);`;
  shader.fragmentShader = shader.fragmentShader
    .replace(
      '#include <common>',
      `#include <common>
      uniform sampler2D mask;
      ${marks ? 'uniform sampler2D marks;' : ''}
      varying vec2 vCell;
      varying vec2 vSpot;
      varying vec2 vMark;`,
    )
    .replace(
      '#include <color_fragment>',
      `${lookup}
      ${frame}
      if (vMark.y > 0.5) painted = max(painted, framed);
      float light = dot(vColor.rgb, vec3(0.3, 0.59, 0.11));
      vec3 pip = light > 0.3 ? vec3(0.024, 0.015, 0.008) : vec3(1.0, 0.92, 0.76);
      if (vMark.y > 0.5 && light <= 0.3) pip = vec3(0.95, 0.62, 0.12);
      diffuseColor.rgb = mix(vColor.rgb, pip, painted);`,
    );
}

/** A d6 with rounded edges; every corner knows the number of its face and its spot on it. */
function cube(kind: Kind): BufferGeometry {
  const width = 2 * kind.inradius;
  const box = new RoundedBoxGeometry(width, width, width, 3, kind.inradius * ROUNDING);
  const uv = box.getAttribute('uv');
  const perSide = uv.count / SIDES.length;
  const cells = new Float32Array(uv.count * 2);
  const spots = new Float32Array(uv.count * 2);
  for (let at = 0; at < uv.count; at++) {
    cells[at * 2] = (SIDES[Math.floor(at / perSide)] ?? 1) - 1;
    spots[at * 2] = inside(uv.getX(at));
    spots[at * 2 + 1] = inside(uv.getY(at));
  }
  box.setAttribute('cell', new Float32BufferAttribute(cells, 2));
  box.setAttribute('spot', new Float32BufferAttribute(spots, 2));
  return box;
}

/** Keeps clear of the neighbouring face's picture. */
const inside = (share: number): number => Math.min(Math.max(share, 0.02), 0.98);

/** A die with flat faces from its data; every number stands upright towards a corner of its face. */
function solid(kind: Kind): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const cells: number[] = [];
  const spots: number[] = [];
  for (const [name, outline] of Object.entries(kind.faces)) {
    const face = Number(name) - 1;
    const normal = new Vector3(...(kind.normals[name] ?? [0, 0, 1]));
    const corners = outline.map((corner) => new Vector3(...corner));
    const centre = normal.clone().multiplyScalar(kind.inradius);
    const first = corners[0];
    if (!first) continue;
    const up = first.clone().sub(centre).normalize();
    const right = up.clone().cross(normal);
    const reach = Math.max(...corners.map((corner) => corner.distanceTo(centre)));
    corners.forEach((corner, place) => {
      for (const point of [centre, corner, corners[(place + 1) % corners.length] ?? corner]) {
        const spoke = point.clone().sub(centre);
        positions.push(...point.toArray());
        normals.push(...normal.toArray());
        cells.push(face % NUMBER_COLUMNS, Math.floor(face / NUMBER_COLUMNS));
        spots.push(inside(0.5 + spoke.dot(right) / reach / 2), inside(0.5 - spoke.dot(up) / reach / 2));
      }
    });
  }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute(positions, 3));
  shape.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  shape.setAttribute('cell', new Float32BufferAttribute(cells, 2));
  shape.setAttribute('spot', new Float32BufferAttribute(spots, 2));
  return shape;
}

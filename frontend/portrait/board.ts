/**
 * A portrait of the wooden board for pages that cannot carry the board in 3D; bundled and run by
 * `python -m tools.app.portraits`, never part of the app.
 */
import {
  ACESFilmicToneMapping,
  CircleGeometry,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { heightAt, WoodenBoard } from '$lib/tumblin/scene/board';
import { clothTexture, lettersReady } from '$lib/tumblin/scene/canvas';
import { DiceSet } from '$lib/tumblin/scene/dice';
import { Light, MOODS } from '$lib/tumblin/scene/light';
import { QUALITIES } from '$lib/tumblin/scene/quality';
import type { BoardPicture, ShownDie } from '$lib/tumblin/views';

const HALF = 0.008; // of a die, in metres
const SHADOW_PIXELS = 4096;

/** Where dice lie: down the board, across it, their colour, and how they are turned. */
const LYING: readonly [x: number, y: number, colour: string, turn: number, roll: number][] = [
  [-0.045, 0, 'red', 0.15, 0],
  [0.15, -0.09, 'green', 0.9, 1],
  [0.17, 0.07, 'yellow', 0.4, 2],
  [0.27, -0.02, 'blue', 0.3, 0],
  [0.31, 0.1, 'red', 1.1, 1],
  [0.42, -0.1, 'yellow', 0.7, 3],
  [0.45, 0.045, 'green', 0.2, 2],
  [0.57, -0.106, 'blue', 0.5, 0],
  [0.57, 0.02, 'red', 0.35, 3],
];
/** Which way a die has tumbled before it came to lie. */
const ROLLS = [
  new Quaternion(),
  new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2),
  new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2),
  new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI),
];

interface Wish {
  width: number;
  height: number;
  mood: keyof typeof MOODS;
  /** Where the camera stands, what it looks at, and its angle of view. */
  from: [number, number, number];
  at: [number, number, number];
  angle: number;
}

/** Paint the board on a canvas that fills the page. */
async function paint(picture: BoardPicture, wish: Wish): Promise<void> {
  await lettersReady();
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.toneMappingExposure = wish.mood === 'day' ? 1.12 : 1.25;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.setSize(wish.width, wish.height);
  const scene = new Scene();
  const board = new WoodenBoard(picture.board);
  const dice = new DiceSet(picture.kinds);
  dice.show(LYING.map((lying, place) => die(picture, lying, place)));
  const light = new Light(renderer);
  light.shadowSize = Math.max(SHADOW_PIXELS, QUALITIES[0].shadowPixels);
  light.sun.position.set(-0.55, 0.75, 0.75); // behind the player: every step throws its shadow on the next
  light.shine(scene, MOODS[wish.mood], true);
  const cloth = new MeshStandardMaterial({ roughness: 0.95, map: clothTexture() });
  cloth.color.set(MOODS[wish.mood].cloth);
  const table = new Mesh(new CircleGeometry(2.2, 48), cloth);
  table.receiveShadow = true;
  scene.add(board.group, dice.group, light.group, table);
  const camera = new PerspectiveCamera(wish.angle, wish.width / wish.height, 0.02, 8);
  camera.up.set(0, 0, 1);
  camera.position.set(...wish.from);
  camera.lookAt(...wish.at);
  renderer.render(scene, camera);
  renderer.domElement.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
  document.body.append(renderer.domElement);
}

function die(
  picture: BoardPicture,
  [x, y, colour, turn, roll]: (typeof LYING)[number],
  place: number,
): ShownDie {
  const about = new Quaternion()
    .setFromAxisAngle(new Vector3(0, 0, 1), turn)
    .multiply(ROLLS[roll] ?? new Quaternion());
  const pose = [x, y, heightAt(picture.board, x, y) + HALF, about.w, about.x, about.y, about.z];
  return { key: String(place), kind: 'd6', colour, bonus: false, pose };
}

Object.assign(window, { paintBoard: paint });

/** The stage: board, dice, light and camera on a canvas. It draws only when something has changed. */
import {
  ACESFilmicToneMapping,
  CircleGeometry,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  Plane,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Effects } from '$lib/settings.svelte';
import type { Aim } from '$lib/tumblin/hand/aiming';
import type { DiceLook, Wood } from '$lib/tumblin/feats/looks';
import type { Eye, Standpoint } from '$lib/tumblin/board/eye';
import type { Ground } from '$lib/tumblin/hand/gesture';
import type { BoardPicture, ShownDie } from '$lib/tumblin/views';
import { AimMark } from './aim';
import { heightAt, WoodenBoard } from './board';
import { CalmCamera } from './camera';
import { clothTexture } from './canvas';
import { ContactShadows } from './contact';
import { DiceSet } from './dice';
import { Light, MOODS } from './light';
import { FrameWatch, hasNoChip } from './quality';

const TABLE_M = 2.2;
const ROOM_M = 0.014; // around a die in the picture

/** What a frame costs; read by the budget check. */
export interface Cost {
  calls: number;
  triangles: number;
  scriptMs: number;
  geometries: number;
  textures: number;
  /** Which of the qualities is drawn, 0 the finest. */
  level: number;
}

export class Stage implements Eye {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #board: WoodenBoard;
  readonly #dice: DiceSet;
  readonly #contact: ContactShadows;
  readonly #light: Light;
  readonly #camera: CalmCamera;
  readonly #aim = new AimMark();
  readonly #table: Mesh<CircleGeometry, MeshStandardMaterial>;
  readonly #watch: FrameWatch;
  #mood: keyof typeof MOODS = 'day';
  /** The dice in the picture. */
  shown: readonly ShownDie[] = [];
  #frame = 0;
  #lastFrame = 0;
  #aimHeight = 0.1;
  #scriptMs = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly picture: BoardPicture,
    effects: Effects,
    looks: { wood: Wood; dice: DiceLook },
  ) {
    this.#watch = new FrameWatch(effects, hasNoChip());
    const antialias = this.#watch.quality.varnish;
    this.#renderer = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
    this.#renderer.outputColorSpace = SRGBColorSpace;
    this.#renderer.toneMapping = ACESFilmicToneMapping;
    this.#renderer.toneMappingExposure = 1.02;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#board = new WoodenBoard(picture.board, looks.wood);
    this.#dice = new DiceSet(picture.kinds, looks.dice);
    this.#contact = new ContactShadows(picture);
    this.#light = new Light(this.#renderer);
    this.#camera = new CalmCamera(picture.board);
    const cloth = new MeshStandardMaterial({ roughness: 0.95, map: clothTexture() });
    this.#table = new Mesh(new CircleGeometry(TABLE_M, 48), cloth);
    this.#table.position.x = 0.2;
    this.#table.receiveShadow = true;
    this.#scene.add(this.#board.group, this.#contact.mesh, this.#dice.group, this.#light.group);
    this.#scene.add(this.#aim.group, this.#table);
    this.#aimHeight = (picture.board.tiers[0]?.top ?? 0) + 0.001;
    this.#applyQuality();
  }

  // What is shown

  showDice(dice: readonly ShownDie[]): void {
    this.shown = dice;
    this.#dice.show(dice);
    this.#contact.show(dice);
    this.#camera.attend(this.#ahead(dice));
    this.draw();
  }

  /** The dice that have left the track and lie on the board, with some room around them. */
  #ahead(dice: readonly ShownDie[]): Vector3[] {
    const { board } = this.picture;
    const start = board.tiers[0]?.boxes[0]?.x[1] ?? 0;
    return dice.flatMap(({ pose: [x = 0, y = 0, z = 0] }) =>
      x > start + ROOM_M && heightAt(board, x, y) > 0
        ? [-ROOM_M, ROOM_M].map((side) => new Vector3(x, y + side, z))
        : [],
    );
  }

  showAim(aim: Aim | null, back: number): void {
    this.#aim.show(aim, this.#aimHeight, back);
    this.draw();
  }

  set mood(mood: keyof typeof MOODS) {
    this.#mood = mood;
    this.#light.shine(this.#scene, MOODS[mood], this.#watch.quality.mirrors);
    this.#table.material.color.set(MOODS[mood].cloth);
    this.draw();
  }

  set mayGlide(may: boolean) {
    this.#camera.mayGlide = may;
  }

  // The camera

  stand(standpoint: Standpoint): void {
    this.#camera.reset(standpoint);
    this.draw();
  }

  follow(pose: readonly number[] | undefined, isClose: boolean): void {
    if (pose) this.#camera.follow(pose[0] ?? 0, pose[1] ?? 0, Math.max(pose[2] ?? 0, 0.02), isClose);
    else this.#camera.rest();
    this.draw();
  }

  turnBy(turn: number, tilt: number): void {
    this.#camera.turnBy(turn, tilt);
    this.draw();
  }

  zoomBy(factor: number): void {
    this.#camera.zoomBy(factor);
    this.draw();
  }

  lookAhead(): void {
    this.#camera.reset(this.#camera.standpoint);
    this.draw();
  }

  resize(width: number, height: number): void {
    if (!width || !height) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.resize(width, height);
    this.draw();
  }

  // Between screen and board

  /** Where a point of the room is on the screen, in CSS pixels of the window. */
  screen(x: number, y: number, z: number): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    const seen = new Vector3(x, y, z).project(this.#camera.camera);
    return [box.left + ((seen.x + 1) / 2) * box.width, box.top + ((1 - seen.y) / 2) * box.height];
  }

  /** How the board lies on the screen at a point. */
  ground(x: number, y: number, z: number): Ground {
    const step = 0.01;
    const [cx, cy] = this.screen(x, y, z);
    const [fx, fy] = this.screen(x + step, y, z);
    const [lx, ly] = this.screen(x, y + step, z);
    return {
      forward: [(fx - cx) / step, (fy - cy) / step],
      left: [(lx - cx) / step, (ly - cy) / step],
    };
  }

  /** The point at a height under a place of the window. */
  under(clientX: number, clientY: number, height: number): { x: number; y: number } | null {
    const box = this.canvas.getBoundingClientRect();
    const place = new Vector2(
      ((clientX - box.left) / box.width) * 2 - 1,
      1 - ((clientY - box.top) / box.height) * 2,
    );
    const ray = new Raycaster();
    ray.setFromCamera(place, this.#camera.camera);
    return ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -height), new Vector3());
  }

  // Drawing

  /** Draw soon. */
  draw(): void {
    this.#frame ||= requestAnimationFrame((now) => this.#render(now));
  }

  #render(now: number): void {
    this.#frame = 0;
    const elapsed = now - this.#lastFrame;
    this.#lastFrame = now;
    const isRunning = elapsed > 0 && elapsed < 250;
    const start = performance.now();
    const isGliding = this.#camera.step(Math.min(elapsed, 50) / 1000);
    this.#renderer.render(this.#scene, this.#camera.camera);
    this.#scriptMs = performance.now() - start;
    if (isRunning && this.#watch.note(elapsed)) this.#applyQuality();
    if (isGliding) this.draw();
  }

  #applyQuality(): void {
    const { pixelRatio, shadowPixels, varnish } = this.#watch.quality;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, pixelRatio));
    this.#light.shadowSize = shadowPixels;
    this.#board.wood.clearcoat = varnish ? 0.55 : 0;
    this.#dice.isVarnished = varnish;
    this.mood = this.#mood;
    const { clientWidth, clientHeight } = this.canvas;
    this.resize(clientWidth, clientHeight);
  }

  get cost(): Cost {
    const { render, memory } = this.#renderer.info;
    return {
      calls: render.calls,
      triangles: render.triangles,
      scriptMs: this.#scriptMs,
      geometries: memory.geometries,
      textures: memory.textures,
      level: this.#watch.level,
    };
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#board.dispose();
    this.#dice.dispose();
    this.#contact.dispose();
    this.#light.dispose();
    this.#aim.dispose();
    this.#table.geometry.dispose();
    this.#table.material.map?.dispose();
    this.#table.material.dispose();
    this.#renderer.dispose();
  }
}

/** Evening light in a room, by day and by night: a warm low sun or a lamp, and the glow of everything else. */
import {
  BackSide,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  PlaneGeometry,
  Scene,
  SphereGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three';

interface Mood {
  sun: string;
  sunStrength: number;
  sky: string;
  floor: string;
  glow: number;
  around: number;
  backdrop: string;
  cloth: string;
}

export const MOODS: Record<'day' | 'night', Mood> = {
  day: {
    sun: '#ffd9a0',
    sunStrength: 3.1,
    sky: '#fff1dc',
    floor: '#a9754a',
    glow: 0.5,
    around: 0.62,
    backdrop: '#e9dcc6',
    cloth: '#cdb898',
  },
  night: {
    sun: '#ffb66b',
    sunStrength: 2.7,
    sky: '#5d6d96',
    floor: '#3a2413',
    glow: 0.42,
    around: 0.26,
    backdrop: '#14161b',
    cloth: '#262a33',
  },
};

export class Light {
  readonly group = new Group();
  readonly sun = new DirectionalLight();
  readonly glow = new HemisphereLight();
  #surroundings: Texture;

  constructor(renderer: WebGLRenderer) {
    this.sun.position.set(0.62, 0.62, 0.95);
    this.sun.target.position.set(0.2, 0, 0.04);
    this.sun.castShadow = true;
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -0.46, right: 0.46, top: 0.46, bottom: -0.46, near: 0.3, far: 2.2 });
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.0012;
    this.sun.shadow.radius = 5;
    this.group.add(this.sun, this.sun.target, this.glow);
    this.#surroundings = surroundings(renderer);
  }

  set shadowSize(pixels: number) {
    this.sun.castShadow = pixels > 0;
    if (pixels > 0 && this.sun.shadow.mapSize.x !== pixels) {
      this.sun.shadow.mapSize.set(pixels, pixels);
      this.sun.shadow.map?.dispose();
      this.sun.shadow.map = null;
    }
  }

  /** Set the mood of a scene. */
  shine(scene: Scene, mood: Mood): void {
    this.sun.color.set(mood.sun);
    this.sun.intensity = mood.sunStrength;
    this.glow.color.set(mood.sky);
    this.glow.groundColor.set(mood.floor);
    this.glow.intensity = mood.glow;
    scene.environment = this.#surroundings;
    scene.environmentIntensity = mood.around;
    scene.background = new Color(mood.backdrop);
  }

  dispose(): void {
    this.#surroundings.dispose();
    this.sun.dispose();
  }
}

/** What varnish mirrors: a dim room with a bright window and a lamp. */
function surroundings(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const walls = new Mesh(
    new SphereGeometry(5, 24, 12),
    new MeshBasicMaterial({ color: '#6b5a48', side: BackSide }),
  );
  const panes = [
    { colour: new Color('#ffd9a8').multiplyScalar(9), at: [3, 2.4, 2.4], size: [1.6, 2.2] },
    { colour: new Color('#ffe9cf').multiplyScalar(5), at: [-2.6, -1.2, 3.4], size: [1.4, 1.4] },
    { colour: new Color('#c9d8ff').multiplyScalar(2.5), at: [1.2, -3.6, 1.8], size: [2.4, 1.6] },
  ].map(({ colour, at: [x = 0, y = 0, z = 0], size: [wide = 1, high = 1] }) => {
    const pane = new Mesh(new PlaneGeometry(wide, high), new MeshBasicMaterial({ color: colour }));
    pane.position.set(x, y, z);
    pane.lookAt(0, 0, 0);
    return pane;
  });
  room.add(walls, ...panes);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.03);
  generator.dispose();
  for (const part of [walls, ...panes]) {
    part.geometry.dispose();
    part.material.dispose();
  }
  return texture;
}

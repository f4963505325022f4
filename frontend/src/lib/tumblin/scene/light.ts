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
    sunStrength: 2.5,
    sky: '#fff4e4',
    floor: '#b98a5c',
    glow: 0.75,
    around: 0.6,
    backdrop: '#d8c4a4',
    cloth: '#7d8f7a',
  },
  night: {
    sun: '#ffb66b',
    sunStrength: 2.5,
    sky: '#93a3d0',
    floor: '#6a4a2c',
    glow: 0.85,
    around: 0.42,
    backdrop: '#151b20',
    cloth: '#3d5a54',
  },
};

export class Light {
  readonly group = new Group();
  readonly sun = new DirectionalLight();
  readonly glow = new HemisphereLight();
  #surroundings: Texture | undefined;

  constructor(private readonly renderer: WebGLRenderer) {
    this.sun.position.set(-0.2, 0.85, 0.8); // low, from the left, a little behind the player: faces are lit
    this.sun.target.position.set(0.2, 0, 0.04);
    this.sun.castShadow = true;
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -0.46, right: 0.46, top: 0.46, bottom: -0.46, near: 0.3, far: 2.2 });
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.0012;
    this.sun.shadow.radius = 5;
    this.group.add(this.sun, this.sun.target, this.glow);
  }

  set shadowSize(pixels: number) {
    this.sun.castShadow = pixels > 0;
    if (pixels > 0 && this.sun.shadow.mapSize.x !== pixels) {
      this.sun.shadow.mapSize.set(pixels, pixels);
      this.sun.shadow.map?.dispose();
      this.sun.shadow.map = null;
    }
  }

  /** Set the mood of a scene; without mirrors the glow alone fills the shadows, for weak machines. */
  shine(scene: Scene, mood: Mood, mirrors: boolean): void {
    this.sun.color.set(mood.sun);
    this.sun.intensity = mood.sunStrength;
    this.glow.color.set(mood.sky);
    this.glow.groundColor.set(mood.floor);
    this.glow.intensity = mood.glow + (mirrors ? 0 : mood.around);
    if (mirrors) this.#surroundings ??= surroundings(this.renderer);
    scene.environment = mirrors ? (this.#surroundings ?? null) : null;
    scene.environmentIntensity = mood.around;
    scene.background = new Color(mood.backdrop);
  }

  dispose(): void {
    this.#surroundings?.dispose();
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
    // Opposite the player: it lies as a sheen on the varnish.
    { colour: new Color('#ffdcae').multiplyScalar(8), at: [3.2, 1.3, 2.5], size: [2.6, 1.7] },
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

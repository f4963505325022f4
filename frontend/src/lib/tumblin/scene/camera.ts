/** A calm camera: behind the player, above the board, or following a die; it glides and never jerks. */
import { Box3, MathUtils, PerspectiveCamera, Vector3 } from 'three';
import type { Standpoint } from '$lib/tumblin/board/eye';
import type { Board, Tier } from '$lib/tumblin/views';
import { FILL, fit, type Place } from './fitting';

const ANGLE_OF_VIEW = 12; // degrees; from far away, so that dice at the far end stay large
const GLIDE_PER_S = 4.2; // how quickly it nears its goal
const LINGER_S = 0.15; // on a die that has come to rest
const TOP_TILT = 1.52;
const [LOWEST_TILT, HIGHEST_TILT] = [0.45, 1.1]; // of the player's head
const [ROOMY_PX, ROOMY_TILT] = [700, 0.5]; // where dice are large anyway, who stoops less reads the 4x
const LEAN = 0.78; // how near a player bends over a rolling die, as a share of the way
const CLOSE_UP = 0.4; // when much is at stake
const READABLE_PX = 34; // as wide as a die must be for its top face to be read
const DIE_M = 0.016;
const REAR_M = -0.088; // where the picture may end
const SIDE_M = 0.112; // of the last zone: its middle, and the near halves of what lies beside it
const BROAD = 1.3; // a phone on its side
const PULL_PX = 60; // below the board there: room for a thumb to pull
const PEGS_PX = 20; // above the last zone
const BUTTONS_PX = 54; // they lie over the upper edge of other pictures
const SHORT_PX = 400; // pictures that have them below, since no height is to spare
const CLOSE = 2e-4;
const Z = new Vector3(0, 0, 1);

export class CalmCamera {
  readonly camera = new PerspectiveCamera(ANGLE_OF_VIEW, 1, 0.02, 8);
  standpoint: Standpoint = 'player';
  /** What people turned and zoomed by hand. */
  turn = 0;
  tilt = 0;
  zoom = 1;
  mayGlide = true;
  #target = new Vector3(0.2, 0, 0.05);
  #followed: Vector3 | null = null;
  #restedFor = 0;
  #lean = LEAN;
  #height = 1;
  #playersTilt = LOWEST_TILT;
  #fillAbove = 0.9;
  #fillBelow = FILL;
  #isPlaced = false;
  readonly #whole: Vector3[];
  /** The board's extent. */
  readonly #least: Vector3;
  readonly #most: Vector3;
  /** What a player must see: the track, the middle of the last zone, and the dice that lie on the board. */
  readonly #needed: Vector3[];
  #ahead: Vector3[];
  #attended: readonly Vector3[] = [];
  #isNews = false;

  constructor(board: Board) {
    this.camera.up.set(0, 0, 1);
    this.#whole = corners(board.tiers);
    const { min, max } = new Box3().setFromPoints(this.#whole);
    [this.#least, this.#most] = [min, max.setZ(Infinity)];
    const [track, last] = [board.tiers.slice(0, 1), board.tiers.slice(-1)];
    this.#needed = [...corners(track).map(beforeThumb), ...corners(last).map(beforeUs)];
    this.#ahead = this.#needed;
  }

  /** Keep these places in the picture as well; the camera comes as near as they let it. */
  attend(places: readonly Vector3[]): void {
    const isSame = (place: Vector3, at: number) => this.#attended[at]?.equals(place);
    if (places.length === this.#attended.length && places.every(isSame)) return;
    this.#attended = places;
    this.#isNews = true;
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / height;
    this.#height = height;
    this.camera.updateProjectionMatrix();
    const isBroad = width > BROAD * height;
    const without = (pixels: number) => Math.max(0.4, 1 - (2 * pixels) / height);
    this.#fillAbove = without(isBroad || height < SHORT_PX ? PEGS_PX : BUTTONS_PX);
    this.#fillBelow = isBroad ? without(PULL_PX) : FILL;
    this.#playersTilt = this.#bestTilt();
    this.#isPlaced = false;
  }

  /** Look at a die; at the edge of the board if it has fallen off, since there is nothing else to see. */
  follow(x: number, y: number, z: number, isClose: boolean): void {
    this.#followed = (this.#followed ?? new Vector3()).set(x, y, z).clamp(this.#least, this.#most);
    this.#lean = isClose ? CLOSE_UP : LEAN;
    this.#restedFor = 0;
  }

  /** The film is over: stay a moment, then go back. */
  rest(): void {
    if (!this.#followed || this.#restedFor > 0) return;
    if (this.mayGlide) this.#restedFor = Number.EPSILON;
    else this.#followed = null;
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
    if (this.#restedFor > 0) this.#restedFor += seconds;
    if (this.#restedFor > LINGER_S) [this.#followed, this.#restedFor] = [null, 0];
    if (this.#isNews && !this.#followed) this.#lookAround();
    const goal = this.#goal();
    const share = this.#isPlaced && this.mayGlide ? 1 - Math.exp(-GLIDE_PER_S * seconds) : 1;
    this.#isPlaced = true;
    this.#target.lerp(goal.target, share);
    this.camera.position.lerp(goal.eye, share);
    this.camera.lookAt(this.#target);
    this.camera.updateMatrixWorld(); // gestures ask where things are before the next frame is drawn
    const way = this.camera.position.distanceTo(goal.eye) + this.#target.distanceTo(goal.target);
    return way > CLOSE || this.#restedFor > 0;
  }

  #lookAround(): void {
    this.#isNews = false;
    this.#ahead = [...this.#needed, ...this.#attended];
    this.#playersTilt = this.#bestTilt();
  }

  #goal(): Place {
    const followed = this.#followed;
    if (this.standpoint === 'follow' && followed) return this.#behind(followed);
    const isTop = this.standpoint === 'top';
    const tilt = (isTop ? TOP_TILT : this.#playersTilt) + this.tilt;
    const place = this.#fitting(Math.min(Math.max(tilt, 0.12), 1.53), isTop || this.turn !== 0);
    return followed && !isTop && this.mayGlide ? this.#leaning(place, followed) : place;
  }

  #behind(die: Vector3): Place {
    const eye = new Vector3(-0.49, -0.03, 0.42)
      .applyAxisAngle(Z, this.turn)
      .multiplyScalar(this.zoom)
      .add(die);
    return { target: die.clone().add(new Vector3(0.05, 0, -0.005)), eye };
  }

  /** As near as possible with the board in the picture: all of it, or what a player looks at. */
  #fitting(tilt: number, isWhole: boolean): Place {
    const forward = new Vector3(Math.cos(tilt), 0, -Math.sin(tilt)).applyAxisAngle(Z, this.turn);
    const place = fit(
      this.camera,
      forward,
      isWhole ? this.#whole : this.#ahead,
      this.#fillAbove,
      this.#fillBelow,
    );
    place.eye.sub(place.target).multiplyScalar(this.zoom).add(place.target);
    return place;
  }

  /** The head as high as it must be for the board to fill the picture: a tall picture looks more from above. */
  #bestTilt(): number {
    const isTooHigh = (tilt: number) =>
      fit(
        this.camera,
        new Vector3(Math.cos(tilt), 0, -Math.sin(tilt)),
        this.#ahead,
        this.#fillAbove,
        this.#fillBelow,
      ).isHigh;
    let [low, high] = [this.#height < ROOMY_PX ? LOWEST_TILT : ROOMY_TILT, HIGHEST_TILT];
    for (let round = 0; round < 12; round++) {
      const middle = (low + high) / 2;
      if (isTooHigh(middle)) high = middle;
      else low = middle;
    }
    return low;
  }

  /** Bend over a die, at least until its top face can be read. */
  #leaning({ target, eye }: Place, die: Vector3): Place {
    const ahead = target.clone().sub(eye).normalize();
    const depth = die.clone().sub(eye).dot(ahead);
    const pixels = (this.#height / 2 / Math.tan(MathUtils.degToRad(ANGLE_OF_VIEW / 2)) / depth) * DIE_M;
    const nearer = Math.max(Math.min(this.#lean, pixels / READABLE_PX), CLOSE_UP);
    const towards = target.clone().lerp(die, 1 - nearer / 2);
    return { target: towards, eye: towards.clone().add(eye.clone().sub(target).multiplyScalar(nearer)) };
  }
}

/** The rear of the track may be cut off: nobody flicks from there. */
const beforeThumb = ({ x, y, z }: Vector3): Vector3 => new Vector3(Math.max(x, REAR_M), y, z);

/** Large dice rather than all of the last zone; for dice that lie further aside the camera goes back. */
const beforeUs = ({ x, y, z }: Vector3): Vector3 => new Vector3(x, MathUtils.clamp(y, -SIDE_M, SIDE_M), z);

function corners(tiers: readonly Tier[]): Vector3[] {
  return tiers.flatMap(({ boxes, top }) =>
    boxes.flatMap(({ x, y }) => x.flatMap((u) => y.map((v) => new Vector3(u, v, top)))),
  );
}

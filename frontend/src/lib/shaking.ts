/** Shake detection by the motion sensor, and the permission it needs. */

const STRONG_MPS2 = 14; // beyond walking and picking up, without gravity
const JOLTS = 3; // in changing directions
const WITHIN_MS = 900;

type Axes = { x: number | null; y: number | null; z: number | null };

/** Counts jolts; true when enough of them came quickly one after the other. */
export class ShakeSense {
  #jolts: number[] = [];
  #last: Axes | null = null;

  feel(push: Axes, at: number): boolean {
    if (strength(push) < STRONG_MPS2) return false;
    if (this.#last && along(push, this.#last) > 0) return false; // still the same jolt
    this.#last = push;
    this.#jolts = [...this.#jolts.filter((jolt) => at - jolt < WITHIN_MS), at];
    if (this.#jolts.length < JOLTS) return false;
    this.#jolts = [];
    return true;
  }
}

const along = (one: Axes, other: Axes): number =>
  (one.x ?? 0) * (other.x ?? 0) + (one.y ?? 0) * (other.y ?? 0) + (one.z ?? 0) * (other.z ?? 0);
const strength = (push: Axes): number => Math.sqrt(along(push, push));

type Asking = { requestPermission?: () => Promise<'granted' | 'denied'> };
const motion = (): (Asking & object) | undefined =>
  (globalThis as { DeviceMotionEvent?: Asking & object }).DeviceMotionEvent;

/** Apple's devices need permission for motion events; others may offer the call without needing it. */
export const mustAskForMotion = (): boolean =>
  typeof motion()?.requestPermission === 'function' && navigator.vendor.startsWith('Apple');

/** Request permission, in a user gesture; true if it is granted. */
export async function askForMotion(): Promise<boolean> {
  const sensor = motion();
  if (!sensor?.requestPermission) return sensor !== undefined;
  return (await sensor.requestPermission().catch(() => 'denied')) === 'granted';
}

/** Call back at every shake; returns how to stop. */
export function onShake(shaken: () => void): () => void {
  const sense = new ShakeSense();
  const feel = (event: DeviceMotionEvent): void => {
    if (event.acceleration && sense.feel(event.acceleration, event.timeStamp)) shaken();
  };
  addEventListener('devicemotion', feel);
  return () => removeEventListener('devicemotion', feel);
}

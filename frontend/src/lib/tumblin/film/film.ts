/** The film of a flick: the bytes of tumblin/physics/trajectory.py, and where dice are at any moment. */
import type { Pose } from '$lib/tumblin/views';

const FORMAT = 1;
const HEAD_BYTES = 5;
const INDEX_BYTES = 5;
const FRAME_BYTES = 10;
const TENTHS_PER_METRE = 10_000;
const HALF_SCALE = 511;

/** One moving die: its number among the dice, its first frame, and its poses from there on. */
export interface Track {
  die: number;
  first: number;
  poses: Pose[];
}

export interface Film {
  rate: number;
  length: number;
  tracks: Track[];
}

const NOTHING_MOVED: Film = { rate: 60, length: 0, tracks: [] };

export function decodeFilm(text: string): Film {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (!bytes.length) return NOTHING_MOVED;
  const data = new DataView(bytes.buffer);
  if (data.getUint8(0) !== FORMAT) throw new Error('a film of another format');
  const tracks: Track[] = [];
  const count = data.getUint8(4);
  let place = HEAD_BYTES + count * INDEX_BYTES;
  for (let number = 0; number < count; number++) {
    const index = HEAD_BYTES + number * INDEX_BYTES;
    const frames = data.getUint16(index + 3, true);
    const poses = Array.from({ length: frames }, (_, frame) => poseFrom(data, place + frame * FRAME_BYTES));
    tracks.push({ die: data.getUint8(index), first: data.getUint16(index + 1, true), poses });
    place += frames * FRAME_BYTES;
  }
  return { rate: data.getUint8(1), length: data.getUint16(2, true), tracks };
}

function poseFrom(data: DataView, at: number): Pose {
  const metres = (place: number) => data.getInt16(at + place, true) / TENTHS_PER_METRE;
  return [metres(0), metres(2), metres(4), ...unpackTurn(data.getUint32(at + 6, true))];
}

/** Smallest three: the greatest component is left out and positive. */
function unpackTurn(packed: number): number[] {
  const parts = [20, 10, 0].map(
    (shift) => (((packed >>> shift) & 1023) - HALF_SCALE) / HALF_SCALE / Math.SQRT2,
  );
  const rest = Math.sqrt(
    Math.max(
      0,
      parts.reduce((left, part) => left - part * part, 1),
    ),
  );
  parts.splice(packed >>> 30, 0, rest);
  return parts;
}

export const seconds = (film: Film): number => film.length / film.rate;

/** Where a die that started somewhere is at a moment of the film. */
export function poseAt(film: Film, die: number, second: number, start: Pose): Pose {
  const track = film.tracks.find((one) => one.die === die);
  const first = track?.poses[0];
  if (!track || !first) return start;
  const frame = second * film.rate - track.first;
  if (frame <= -1) return start;
  // On its way into the first frame: a fast die is 33 mm from its start by then.
  if (frame < 0) return between(start, first, frame + 1);
  const last = track.poses.length - 1;
  const before = track.poses[Math.min(Math.floor(frame), last)] ?? first;
  const after = track.poses[Math.min(Math.floor(frame) + 1, last)] ?? first;
  return between(before, after, frame - Math.floor(frame));
}

/** A pose on the way between two: places in a straight line, turns along the shorter arc. */
export function between(one: Pose, other: Pose, share: number): Pose {
  const dot = [3, 4, 5, 6].reduce((sum, part) => sum + (one[part] ?? 0) * (other[part] ?? 0), 0);
  const mixed = one.map((value, part) => {
    const goal = (other[part] ?? 0) * (part > 2 && dot < 0 ? -1 : 1);
    return value + (goal - value) * share;
  });
  const length = Math.hypot(...mixed.slice(3));
  return mixed.map((value, part) => (part > 2 ? value / length : value));
}

/** What the server shows of a match of Tumblin-Dice: the shapes of tables/tumblin_play.py and /api/boards. */

/** x, y, z in metres, then the turn as a quaternion: w, x, y, z. */
export type Pose = readonly number[];

export interface Box {
  x: [number, number];
  y: [number, number];
}

export interface Tier {
  id: string;
  zone: number;
  top: number;
  boxes: Box[];
}

export interface Board {
  id: string;
  names: Record<string, string>;
  line: number;
  tiers: Tier[];
  pegs: { radius: number; height: number; at: [number, number][] };
}

/** A shape of die: by number, the way each face looks and its corners. */
export interface Kind {
  inradius: number;
  circumradius: number;
  normals: Record<string, [number, number, number]>;
  faces: Record<string, [number, number, number][]>;
}

export interface BoardPicture {
  board: Board;
  kinds: Record<string, Kind>;
}

export interface Die {
  key: string;
  seat: number;
  colour: string;
  kind: string;
  bonus: boolean;
}

export interface Rest {
  die: string;
  pose: Pose;
  tier: string;
  zone: number;
  face: number;
  points?: number;
}

export interface Launch {
  die: string;
  face_up: number;
  x: number;
  y: number;
  yaw: number;
  azimuth: number;
  speed_mps: number;
  hit_side: number;
  hit_height: number;
}

/** When (seconds), what, what else, and how hard (newton seconds). */
export type Contact = [number, string, string, number];

/** A die on a round's sheet: key, face, zone, the key of the reason, points. */
export type DieScore = [string, number, number, string, number];

export interface RoundSheet {
  dice: DieScore[];
  aboard: number[];
  seats: number[];
  sides: number[];
}

export interface TumblinView {
  game: 'tumblin';
  board: string;
  house: string[];
  sides: number[][];
  dice: Die[];
  round: number;
  phase: 'order' | 'flick' | 'over';
  rolls: number[][];
  order: number[];
  turn: number | null;
  waiting_for: number[];
  in_hand: string[][];
  rests: Rest[];
  sheets: RoundSheet[];
  totals: number[];
  rounds_won: number[];
  target: number | null;
  rounds_to_win: number | null;
  ranking: number[][] | null;
}

export interface Flicked {
  kind: 'flicked';
  seat: number;
  launch: Launch;
  rests: Rest[];
  trajectory: string;
  contacts?: Contact[];
}

export type TumblinEvent = Flicked | { kind: 'rolled_for_order'; seat: number; face: number };

/** A die as it is drawn. */
export interface ShownDie {
  key: string;
  kind: string;
  colour: string;
  bonus: boolean;
  pose: Pose;
}

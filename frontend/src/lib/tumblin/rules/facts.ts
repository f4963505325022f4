/** What the pictures of rules show, as `tools/app/rule_pictures.py` works it out. */

export interface Lying {
  colour: string;
  face: number;
  tier: string;
  /** Unknown while the round goes on. */
  points: number | null;
}

interface Icon {
  colour: string;
  kind: string;
  face?: number;
  isBonus?: boolean;
}

export interface Facts {
  zones?: Lying[];
  /** By player, what all aboard brings. */
  aboard?: number[];
  /** Whether the die on the track is about to be flicked. */
  flick?: boolean;
  row?: Icon[];
  sides?: Icon[][][];
  race?: { goal: number; sides: { colour: string; stands: number; isWinner: boolean }[] };
}

/** What this device remembers of feats at Tumblin-Dice: medals, bots beaten, wins in a row. */
import { read, write } from '$lib/device';
import { beatenLevels, hasWon, medalsOf, ownSide, type EndedMatch, type Medal } from './feats';
import { looksBetween, type LookName } from './looks';

export interface Cabinet {
  /** When each was earned first. */
  medals: Record<string, number>;
  /** When a bot of each level was beaten first. */
  beaten: Record<string, number>;
  /** Matches won one after the other: now, and at best. */
  row: number;
  longest: number;
  /** The last matches that were counted. */
  counted: string[];
}

/** What a match has added. */
export interface News {
  medals: Medal[];
  beaten: string[];
  /** Looks of boards and dice that came with the medals. */
  looks: LookName[];
  row: number;
}

const PLACE = 'tumbletrip.feats';
const EMPTY: Cabinet = { medals: {}, beaten: {}, row: 0, longest: 0, counted: [] };
const IN_A_ROW = 3; // wins that earn a medal
const MOST_COUNTED = 60;

export function cabinet(): Cabinet {
  const found = read<unknown>(PLACE, null);
  return typeof found === 'object' && found !== null ? { ...EMPTY, ...found } : EMPTY;
}

/** Count a match once; what is new of it, or null if it was counted before. */
export function keepFeats(table: string, match: EndedMatch, at: number): News | null {
  const known = cabinet();
  if (known.counted.includes(table) || !match.own.length) return null;
  const isContest = ownSide(match) !== undefined;
  const row = isContest ? (hasWon(match) ? known.row + 1 : 0) : known.row;
  const earned: Medal[] = [...medalsOf(match), ...(row >= IN_A_ROW ? ['row' as const] : [])];
  const medals = earned.filter((medal) => !(medal in known.medals));
  const beaten = beatenLevels(match).filter((level) => !(level in known.beaten));
  const stamped = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, at]));
  const before = Object.keys(known.medals).length;
  write(PLACE, {
    medals: { ...known.medals, ...stamped(medals) },
    beaten: { ...known.beaten, ...stamped(beaten) },
    row,
    longest: Math.max(row, known.longest),
    counted: [table, ...known.counted].slice(0, MOST_COUNTED),
  } satisfies Cabinet);
  return { medals, beaten, looks: looksBetween(before, before + medals.length), row: isContest ? row : 0 };
}

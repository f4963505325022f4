/** What a flick came to, as it is shown where its die lies, and the moments that are worth a word of their own. */
import { say, sayAny } from '$lib/texts.svelte';
import type { Die, Pose } from '$lib/tumblin/views';
import type { Shot } from './projector.svelte';

/** How glad one may be of it; it tints the words and chooses the chime. */
export type Tone = 'lost' | 'plain' | 'good' | 'great' | 'best';

export interface Landing {
  pose: Pose;
  sum: string;
  moments: string[];
  tone: Tone;
}

export type Moment = 'best' | 'takeout' | 'peg' | 'fell';

interface Table {
  dice: ReadonlyMap<string, Die>;
  /** How many faces a die has. */
  facesOf: (die: Die) => number;
  /** Whether zone and face are added, as young players do. */
  isAdded: boolean;
  /** What the rules give for the flicked die; undefined while they have not said. */
  points: number | undefined;
}

const LAST_MOMENT_S = 0.3;

/** How many dice of others a flick took off the board. */
export function takenOff(shot: Shot, dice: ReadonlyMap<string, Die>): number {
  const own = dice.get(shot.launch.die)?.seat;
  return shot.before.filter(
    ({ die, zone }, number) => zone > 0 && shot.after[number]?.tier === 'off' && dice.get(die)?.seat !== own,
  ).length;
}

/** What was special about a flick: who reads the rules of the film needs no more than contacts and places. */
export function momentsOf(shot: Shot, dice: ReadonlyMap<string, Die>, faces: number): Moment[] {
  const flicked = shot.after.at(-1);
  if (!flicked) return [];
  const end = shot.film.length / shot.film.rate;
  const touches = (what: string, since: number) =>
    shot.contacts.some(
      ([second, one, other]) =>
        second >= since && [one, other].includes(flicked.die) && [one, other].includes(what),
    );
  const isOff = flicked.tier === 'off';
  return [
    ...(flicked.zone === 4 && flicked.face === faces ? ['best' as const] : []),
    ...(takenOff(shot, dice) ? ['takeout' as const] : []),
    ...(!isOff && flicked.zone > 2 && touches('peg', end - LAST_MOMENT_S) ? ['peg' as const] : []),
    ...(isOff && touches('4x', 0) ? ['fell' as const] : []),
  ];
}

/** The landing of the flicked die. */
export function landingOf(shot: Shot, table: Table): Landing | null {
  const flicked = shot.after.at(-1);
  const die = flicked && table.dice.get(flicked.die);
  if (!flicked || !die) return null;
  const moments = momentsOf(shot, table.dice, table.facesOf(die));
  return {
    pose: flicked.pose,
    sum: sumOf(flicked, die, table),
    moments: moments.map((moment) => say(`app.td_thrill.${moment}`)),
    tone: toneOf(flicked.zone, flicked.tier, moments),
  };
}

function sumOf(rest: { face: number; zone: number; tier: string }, die: Die, table: Table): string {
  const { points, isAdded } = table;
  if (!rest.zone) {
    const place = sayAny(`app.td_place.${rest.tier === 'track' ? 'level' : rest.tier}`);
    return points ? `${place}: ${signed(points)}` : place;
  }
  const plain = `${rest.face} ${isAdded ? '+' : '×'} ${rest.zone}`;
  const counted = die.bonus ? `2 × ${isAdded ? `(${plain})` : plain}` : plain;
  return points === undefined ? counted : `${counted} = ${points}${rest.zone > 2 ? '!' : ''}`;
}

const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

function toneOf(zone: number, tier: string, moments: readonly Moment[]): Tone {
  if (moments.includes('best')) return 'best';
  if (tier === 'off') return 'lost';
  if (zone === 4 || moments.includes('takeout')) return 'great';
  return zone === 3 ? 'good' : 'plain';
}

/** What a die among others at rest is worth, for those who tap it; empty if it is not among them. */
export function worthAmong(
  rests: readonly (Parameters<typeof worthInWords>[0] & { die: string })[],
  key: string,
  name: string,
): string {
  const rest = rests.find(({ die }) => die === key);
  return rest ? worthInWords(rest, name) : '';
}

/** What a die at rest is worth, in words. */
function worthInWords(
  rest: { face: number; zone: number; tier: string; points?: number },
  name: string,
): string {
  const place = sayAny(`app.td_place.${rest.tier}`);
  const worth = rest.points === undefined ? '' : say('app.td_worth', { count: rest.points });
  return [name, `${rest.face} · ${place}`, worth].filter(Boolean).join(' · ');
}

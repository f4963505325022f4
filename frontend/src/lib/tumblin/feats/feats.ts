/** What somebody did in a match that is worth keeping: medals, bots beaten, the flick of the match. */
import { momentsOf, takenOff } from '$lib/tumblin/film/landing';
import type { Shot } from '$lib/tumblin/film/projector.svelte';
import type { Die, RoundSheet, TumblinView } from '$lib/tumblin/views';

/** In the order in which people tend to earn them. */
export const MEDALS = ['takeout', 'round', 'peg', 'won', 'best', 'comeback', 'double', 'row'] as const;
export type Medal = (typeof MEDALS)[number];

const GREAT_ROUND = 40; // points of one player
const FAR_BEHIND = 30;

/** A finished match as one device sees it. */
export interface EndedMatch {
  play: Pick<TumblinView, 'sides' | 'ranking' | 'sheets'>;
  shots: readonly Shot[];
  dice: ReadonlyMap<string, Die>;
  facesOf: (die: Die) => number;
  /** The players of this device. */
  own: readonly number[];
  /** The level of the bot that is a player; empty for people. */
  levelOf: (player: number) => string;
}

/** The side that this device plays for; undefined if its people sit on several, or watch. */
export function ownSide({ play, own }: EndedMatch): number | undefined {
  const sides = play.sides.flatMap((players, side) =>
    players.some((one) => own.includes(one)) ? [side] : [],
  );
  return sides.length === 1 && play.sides.length > 1 ? sides[0] : undefined;
}

export function hasWon(match: EndedMatch): boolean {
  const side = ownSide(match);
  return side !== undefined && (match.play.ranking?.[0] ?? []).includes(side);
}

/** Whether there is somebody at this device to be cheered: among friends around it there always is. */
export function hasWinnerHere({ play, own }: EndedMatch): boolean {
  const winners = (play.ranking?.[0] ?? []).flatMap((side) => play.sides[side] ?? []);
  return play.sides.length > 1 && winners.some((player) => own.includes(player));
}

/** The levels of the bots that lost to this device's side. */
export function beatenLevels(match: EndedMatch): string[] {
  if (!hasWon(match)) return [];
  const winners = (match.play.ranking?.[0] ?? []).flatMap((side) => match.play.sides[side] ?? []);
  const others = match.play.sides.flat().filter((player) => !winners.includes(player));
  return [...new Set(others.map(match.levelOf).filter(Boolean))];
}

/** The medals that one match earns by itself. */
export function medalsOf(match: EndedMatch): Medal[] {
  const mine = match.shots.filter(({ seat }) => match.own.includes(seat));
  const moments = mine.flatMap((shot) => momentsIn(shot, match));
  const earned: Partial<Record<Medal, boolean>> = {
    takeout: moments.includes('takeout'),
    peg: moments.includes('peg'),
    best: moments.includes('best'),
    double: mine.some((shot) => takenOff(shot, match.dice) > 1),
    round: match.play.sheets.some((sheet) => match.own.some((one) => (sheet.seats[one] ?? 0) >= GREAT_ROUND)),
    won: hasWon(match),
    comeback: hasWon(match) && wasFarBehind(match.play.sheets, ownSide(match) ?? 0),
  };
  return MEDALS.filter((medal) => earned[medal]);
}

function momentsIn(shot: Shot, { dice, facesOf }: EndedMatch) {
  const die = dice.get(shot.launch.die);
  return die ? momentsOf(shot, dice, facesOf(die)) : [];
}

/** Whether a side was far behind another one after some round. */
function wasFarBehind(sheets: readonly RoundSheet[], side: number): boolean {
  const totals: number[] = [];
  return sheets.some((sheet) => {
    sheet.sides.forEach((points, one) => (totals[one] = (totals[one] ?? 0) + points));
    return Math.max(...totals) - (totals[side] ?? 0) >= FAR_BEHIND;
  });
}

/** How much there is to see in a moment. */
const SIGHTS = { best: 100, takeout: 60, peg: 30, fell: 8 } as const;

/** The flick of the match: the one that there is most to see in; null if there was none. */
export function highlightOf(match: EndedMatch): Shot | null {
  const worth = (shot: Shot): number => {
    const sheet = match.play.sheets[shot.round - 1];
    const points = sheet?.dice.find(([key]) => key === shot.launch.die)?.[4] ?? 0;
    return points + momentsIn(shot, match).reduce((sum, moment) => sum + SIGHTS[moment], 0);
  };
  return match.shots.reduce<Shot | null>(
    (best, shot) => (!best || worth(shot) > worth(best) ? shot : best),
    null,
  );
}

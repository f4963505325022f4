/** The guided first game: dice that suit its goal, what to say at each moment of it, and where to point. */
import type { Placing } from '$lib/api';
import { isWhole } from '$lib/dicetrip/table/composing';
import type { TripGame } from '$lib/dicetrip/table/game.svelte';
import type { Colour } from '$lib/dicetrip/views';
import type { Key } from '$lib/texts.svelte';

/** So many cities the road has to have: the rolls below make it easy, wherever one begins. */
export const GOAL = 5;

/** The first rolls, so that there is something to show; afterwards chance decides. */
const ROLLS = [
  [1, 2, 1, 4],
  [2, 2, 3, 1],
  [6, 4, 6, 3],
  [5, 3, 4, 6],
];
const LESSON_ROUNDS = ROLLS.length;
/** The dice of a good number in each of them: 12, 22, 64, 53. */
const GOOD: readonly Colour[] = ['red', 'blue'];
/** Ends of the country, where small numbers have room to rise. */
const ENDS = ['brest', 'lille', 'strasbourg'];

const anyFace = (): number => 1 + Math.floor(Math.random() * 6);

let planned = new Set<number>();

/** A round's planned dice the first time it is rolled; chance for a re-roll and for later rounds. */
export function lessonFaces(round: number, count: number): number[] {
  const roll = planned.has(round) ? undefined : ROLLS[round - 1];
  planned = planned.add(round);
  return roll ?? Array.from({ length: count }, anyFace);
}

/** A moment of the lesson: what it says, and the dice and cities that it points at. */
export interface Step {
  text: Key;
  /** The cities of the longest road, as the server counts it. */
  road: number;
  dice: readonly Colour[];
  cities: readonly string[];
}

const TOPICS = ['numbers', 'bonus', 'crossing', 'twice'] as const;

export function lessonStep(game: TripGame, placings: Record<string, Placing>): Step {
  const road = game.sheet?.score.road ?? 0;
  return { text: textOf(game, road), road, dice: nextDie(game), cities: goodCities(game, placings) };
}

function textOf(game: TripGame, road: number): Key {
  const { play } = game;
  if (!play || play.round > LESSON_ROUNDS || play.phase === 'over') return 'app.lesson.end';
  if (play.phase === 'roll') return play.round === 1 ? 'app.lesson.roll' : 'app.lesson.roll_again';
  if (game.mayReroll && !game.making.first.length) return 'app.lesson.keep';
  if (game.entries.length > 1) return game.isCounted ? verdict(game, road) : 'app.prompt.done';
  if (game.entries.length === 1) return 'app.lesson.second_city';
  const topic = TOPICS[play.round - 1] ?? 'numbers';
  return topic === 'numbers' && isWhole(game.making.first) ? 'app.lesson.first_city' : `app.lesson.${topic}`;
}

/** What became of the road in this round. */
function verdict(game: TripGame, road: number): Key {
  const before = game.player === null ? 0 : (game.play?.sheets[game.player]?.score.road ?? 0);
  if (road <= before) return 'app.lesson.not_grown';
  return road >= GOAL && before < GOAL ? 'app.lesson.reached' : 'app.lesson.grew';
}

/** The next die of a good number, until another one is tapped. */
function nextDie({ isWriting, play, making }: TripGame): readonly Colour[] {
  if (!isWriting || (play?.round ?? 0) > LESSON_ROUNDS || making.twice) return [];
  const tapped = making.first;
  const isOnTheWay = tapped.every((die, place) => die === GOOD[place]);
  return isOnTheWay ? GOOD.slice(tapped.length, tapped.length + 1) : [];
}

/** Where the number in the hand makes the road longer, by the server's word; to begin with, the ends of the country. */
function goodCities(game: TripGame, placings: Record<string, Placing>): readonly string[] {
  if ((game.play?.round ?? 0) > LESSON_ROUNDS || !isWhole(game.making.first)) return [];
  const gain = Math.max(0, ...Object.values(placings).map((placing) => placing.road));
  if (gain > 0) return Object.keys(placings).filter((city) => placings[city]?.road === gain);
  const isEmpty = Object.keys(game.sheet?.marks ?? {}).length === 0;
  return isEmpty ? ENDS : [];
}

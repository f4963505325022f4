/** The guided first game: dice that suit the lesson, and what to say at each moment of it. */
import type { TripGame } from '$lib/dicetrip/table/game.svelte';
import { isWhole } from '$lib/dicetrip/table/composing';
import type { Key } from '$lib/texts.svelte';

/** The first rolls, so that there is something to show; afterwards chance decides. */
const ROLLS = [
  [1, 2, 1, 4],
  [2, 2, 3, 1],
  [6, 4, 6, 3],
  [5, 3, 4, 6],
];
export const LESSON_ROUNDS = ROLLS.length;

const anyFace = (): number => 1 + Math.floor(Math.random() * 6);

let planned = new Set<number>();

/** A round's planned dice the first time it is rolled; chance for a re-roll and for later rounds. */
export function lessonFaces(round: number, count: number): number[] {
  const roll = planned.has(round) ? undefined : ROLLS[round - 1];
  planned = planned.add(round);
  return roll ?? Array.from({ length: count }, anyFace);
}

type Topic = 'numbers' | 'bonus' | 'crossing' | 'twice';
const TOPICS: Topic[] = ['numbers', 'bonus', 'crossing', 'twice'];

/** What the lesson says now. */
export function lessonText(game: TripGame): Key {
  const { play } = game;
  if (!play || play.round > LESSON_ROUNDS) return 'app.lesson.end';
  if (play.phase === 'roll') return play.round === 1 ? 'app.lesson.roll' : 'app.lesson.roll_again';
  if (game.mayReroll && !game.making.first.length) return 'app.lesson.keep';
  const topic = TOPICS[play.round - 1] ?? 'numbers';
  if (topic === 'numbers') return firstRound(game);
  return game.entries.length >= 2 ? 'app.lesson.done_again' : `app.lesson.${topic}`;
}

function firstRound(game: TripGame): Key {
  if (game.entries.length >= 2) return 'app.lesson.done';
  if (game.entries.length === 1) return 'app.lesson.second_city';
  return isWhole(game.making.first) ? 'app.lesson.first_city' : 'app.lesson.numbers';
}

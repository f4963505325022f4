/** The first flicks of somebody new: a ghost shows the movement, then three goals one after the other. */
import { read, write } from '$lib/device';

const PLACE = 'tumbletrip.lesson';

/** What a beginner tries, in this order, and the zone that does it. */
export const GOALS = [
  { key: 'line', zone: 1 },
  { key: 'two', zone: 2 },
  { key: 'four', zone: 4 },
] as const;

interface Lesson {
  hasFlicked: boolean;
  done: number;
}

const lesson = (): Lesson => ({ hasFlicked: false, done: 0, ...read<Partial<Lesson>>(PLACE, {}) });

/** Whether nobody has flicked on this device by hand yet. */
export const isNewHere = (): boolean => !lesson().hasFlicked;

export const rememberFlick = (): void => write(PLACE, { ...lesson(), hasFlicked: true });

/** How many goals have been reached on this device. */
export const goalsReached = (): number => Math.min(lesson().done, GOALS.length);

/** A flick came to rest in a zone; how many goals are reached now. One flick reaches one goal at most. */
export function landedIn(zone: number): number {
  const done = goalsReached();
  const goal = GOALS[done];
  if (!goal || zone < goal.zone) return done;
  write(PLACE, { ...lesson(), done: done + 1 });
  return done + 1;
}

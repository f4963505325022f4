/** What was entered on a score pad, step by step; taking back the last step is undoing it, without end. */

/** A die as the pad writes it: 5x3, x0 before the line, off, off:4. */
export type Word = string;

export type Step =
  | { do: 'read'; round: number; seat: number; dice: number[]; word: Word }
  | { do: 'roll'; seat: number; face: number };

/** What the steps add up to: for each round and seat the dice, empty if not read; and the rolls for the order. */
export interface Sheet {
  rounds: Word[][][];
  rolls: number[][];
}

export interface Place {
  round: number;
  seat: number;
  die: number;
}

/** The sheet after these steps, for seats with so many dice each. */
export function sheetOf(steps: readonly Step[], dice: readonly number[]): Sheet {
  const empty = () => dice.map((count) => new Array<Word>(count).fill(''));
  const sheet: Sheet = { rounds: [], rolls: dice.map(() => []) };
  for (const step of steps) {
    if (step.do === 'roll') {
      sheet.rolls[step.seat]?.push(step.face);
      continue;
    }
    while (sheet.rounds.length <= step.round) sheet.rounds.push(empty());
    const own = sheet.rounds[step.round]?.[step.seat];
    for (const die of step.dice) if (own && die < own.length) own[die] = step.word;
  }
  return sheet;
}

export const isFull = (round: readonly Word[][] | undefined): boolean =>
  round !== undefined && round.every((own) => own.every(Boolean));

/** The rounds all of whose dice are read, and the one that is being read, if any. */
export function divided({ rounds }: Sheet): { full: Word[][][]; open: Word[][] } {
  const last = rounds.at(-1);
  if (!last || isFull(last)) return { full: rounds, open: [] };
  return { full: rounds.slice(0, -1), open: last };
}

/** The next die to read in a round: of the same seat first, then of the others in their order. */
export function nextPlace(round: readonly Word[][], from: Place, order: readonly number[]): Place | null {
  const start = Math.max(0, order.indexOf(from.seat));
  const seats = [...order.slice(start), ...order.slice(0, start)];
  for (const seat of seats) {
    const own = round[seat] ?? [];
    const after = seat === from.seat ? own.findIndex((word, die) => !word && die > from.die) : -1;
    const die = after >= 0 ? after : own.findIndex((word) => !word);
    if (die >= 0) return { round: from.round, seat, die };
  }
  return null;
}

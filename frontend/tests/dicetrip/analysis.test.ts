/** What the analysis screen picks out of a report, and how it writes points. */
import { describe, expect, it } from 'vitest';
import { apart, gained, points } from '$lib/analysis/figures';
import {
  dearest,
  marksWith,
  weightiest,
  type Decision,
  type JudgedPlayer,
  type Option,
  type Turn,
} from '$lib/dicetrip/analysis/views';

const worth = { mean: 40, se: 0.2 };
const keep: Option = { do: 'keep', worth };
const write: Option = {
  do: 'write',
  worth,
  entries: [
    { city: 'paris', dice: ['red', 'blue'], number: 42 },
    { city: 'brest', dice: null, number: null },
  ],
};

function decision(kind: 'reroll' | 'write', lost: number): Decision {
  const played = kind === 'write' ? write : keep;
  const mark = lost >= 3 ? 'blunder' : lost >= 1.5 ? 'mistake' : lost >= 0.5 ? 'slip' : 'none';
  return { kind, mark, lost: { mean: lost, se: 0.1 }, played, best: played, others: [] };
}

function turn(round: number, ...decisions: Decision[]): Turn {
  const roll = [1, 2, 3, 4];
  const figures = { luck: worth, lost: worth, worth };
  return {
    round,
    first_roll: roll,
    thrown_again: [],
    roll,
    sheet: '',
    cities: { lyon: 11 },
    ...figures,
    decisions,
  };
}

const player: JudgedPlayer = {
  name: 'Ada',
  start: worth,
  end: worth,
  luck: 0,
  lost: 0,
  small_change: 0,
  error: 0,
  marks: { slip: 1, mistake: 1, blunder: 1 },
  turns: [
    turn(1, decision('write', 0.7)),
    turn(2, decision('reroll', 1.6), decision('write', 3.2)),
    turn(3, decision('write', 0.2)),
  ],
};

describe('a report', () => {
  it('tells what cost most first, and leaves out what deserves no mark', () => {
    expect(dearest(player).map((spot) => [spot.turn.round, spot.decision.lost.mean])).toEqual([
      [2, 3.2],
      [2, 1.6],
      [1, 0.7],
    ]);
  });

  it('opens a round at the decision that cost most, or at what was written', () => {
    expect(weightiest(turn(1, decision('reroll', 2), decision('write', 1)))?.kind).toBe('reroll');
    expect(weightiest(turn(1, decision('reroll', 0), decision('write', 0)))?.kind).toBe('write');
  });

  it('puts a choice on the map as it was', () => {
    expect(marksWith(turn(1), write)).toEqual({ lyon: 11, paris: 42, brest: 'x' });
    expect(marksWith(turn(1), keep)).toEqual({ lyon: 11 });
  });
});

describe('points', () => {
  it('have one decimal, a true minus and the sign where it matters', () => {
    expect(points(41.87)).toBe('41.9');
    expect(gained(2)).toBe('+2.0');
    expect(gained(-0.35)).toBe('−0.3');
    expect(gained(-0.01)).toBe('0.0');
  });
});

describe('labels', () => {
  it('stay where they are if there is room, and move down if there is not', () => {
    expect(apart([50, 10, 90], 17)).toEqual([50, 10, 90]);
    expect(apart([50, 50, 48], 17)).toEqual([65, 82, 48]);
  });
});

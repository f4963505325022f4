import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cabinet, keepFeats } from '$lib/tumblin/feats/cabinet';
import {
  beatenLevels,
  hasWinnerHere,
  hasWon,
  highlightOf,
  MEDALS,
  medalsOf,
  type EndedMatch,
} from '$lib/tumblin/feats/feats';
import { DICE_LOOKS, lookNamed, looksBetween, WOODS } from '$lib/tumblin/feats/looks';
import type { Shot } from '$lib/tumblin/film/projector.svelte';
import type { Die, Rest, RoundSheet } from '$lib/tumblin/views';

const DICE = new Map<string, Die>(
  ['a1', 'a2', 'b1', 'b2'].map((key) => [
    key,
    { key, seat: key.startsWith('a') ? 0 : 1, colour: 'red', kind: 'd6', bonus: false },
  ]),
);
const rest = (die: string, tier: string, zone: number, face = 3): Rest => ({
  die,
  pose: [0.3, 0, 0.05, 1, 0, 0, 0],
  tier,
  zone,
  face,
});

function shot(seat: number, after: Rest[], before: Rest[] = []): Shot {
  const die = after.at(-1)?.die ?? '';
  const launch = {
    die,
    face_up: 6,
    x: 0,
    y: 0,
    yaw: 0,
    azimuth: 0,
    speed_mps: 1,
    hit_side: 0,
    hit_height: 0,
  };
  return { seat, round: 1, launch, before, after, film: { rate: 60, length: 30, tracks: [] }, contacts: [] };
}

const sheet = (mine: number, theirs: number): RoundSheet => ({
  seats: [mine, theirs],
  sides: [mine, theirs],
  aboard: [0, 0],
  dice: [],
});

function ended(
  change: Partial<EndedMatch> & { ranking?: number[][]; sheets?: RoundSheet[] } = {},
): EndedMatch {
  const { ranking = [[0], [1]], sheets = [sheet(20, 10)], ...rest } = change;
  return {
    play: { sides: [[0], [1]], ranking, sheets },
    shots: [],
    dice: DICE,
    facesOf: () => 6,
    own: [0],
    levelOf: (player) => (player === 1 ? 'expert' : ''),
    ...rest,
  };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

describe('what a match is remembered for', () => {
  test('a bot counts as beaten only by whoever won against it', () => {
    expect(beatenLevels(ended())).toEqual(['expert']);
    expect(beatenLevels(ended({ ranking: [[1], [0]] }))).toEqual([]);
    expect(beatenLevels(ended({ ranking: [[0, 1]] }))).toEqual([]); // shared: nobody lost
  });

  test('two people of one device have nobody to win against', () => {
    expect(hasWon(ended({ own: [0, 1] }))).toBe(false);
  });

  test('a winner is cheered where they sit, also among friends around one device', () => {
    expect(hasWinnerHere(ended())).toBe(true);
    expect(hasWinnerHere(ended({ own: [0, 1] }))).toBe(true);
    expect(hasWinnerHere(ended({ own: [1] }))).toBe(false);
    expect(hasWinnerHere(ended({ own: [] }))).toBe(false);
    expect(hasWinnerHere({ ...ended(), play: { sides: [[0]], ranking: [[0]], sheets: [] } })).toBe(false);
  });

  test('medals are for own flicks', () => {
    const both = [rest('b1', '3x', 3), rest('b2', '4x', 4)];
    const swept = [rest('b1', 'off', 0), rest('b2', 'off', 0), rest('a1', '2x', 2)];
    const mine = shot(0, swept, both);
    expect(medalsOf(ended({ shots: [mine] }))).toEqual(['takeout', 'won', 'double']);
    expect(medalsOf(ended({ shots: [mine], own: [1], ranking: [[0], [1]] }))).toEqual([]);
    const one = shot(0, [rest('b1', 'off', 0), rest('a1', '4x', 4, 6)], [rest('b1', '3x', 3)]);
    expect(medalsOf(ended({ shots: [one], ranking: [[1], [0]] }))).toEqual(['takeout', 'best']);
  });

  test('forty points in a round and a race that was nearly lost', () => {
    expect(medalsOf(ended({ sheets: [sheet(39, 50), sheet(60, 10)] }))).toEqual(['round', 'won']);
    expect(medalsOf(ended({ sheets: [sheet(5, 35), sheet(39, 2)] }))).toEqual(['won', 'comeback']);
    expect(medalsOf(ended({ sheets: [sheet(5, 34), sheet(39, 2)] }))).toEqual(['won']);
  });

  test('the flick of the match is the one with most to see', () => {
    const plain = shot(0, [rest('a1', '3x', 3, 5)]);
    const takeout = shot(1, [rest('a1', 'off', 0), rest('b1', '1x', 1)], [rest('a1', '3x', 3)]);
    const jackpot = shot(0, [rest('a2', '4x', 4, 6)]);
    expect(highlightOf(ended({ shots: [plain, takeout] }))).toBe(takeout);
    expect(highlightOf(ended({ shots: [jackpot, takeout, plain] }))).toBe(jackpot);
    expect(highlightOf(ended())).toBeNull();
  });
});

describe('the cabinet', () => {
  test('counts every match once', () => {
    expect(keepFeats('one', ended(), 1)).toEqual({
      medals: ['won'],
      beaten: ['expert'],
      looks: ['app.td_wood.walnut', 'app.td_dice_look.matt'],
      row: 1,
    });
    expect(keepFeats('one', ended(), 2)).toBeNull();
    expect(cabinet()).toMatchObject({ medals: { won: 1 }, beaten: { expert: 1 }, row: 1, longest: 1 });
  });

  test('three wins in a row earn a medal, a loss ends the row', () => {
    for (const table of ['one', 'two']) keepFeats(table, ended(), 1);
    expect(keepFeats('three', ended(), 3)).toEqual({
      medals: ['row'],
      beaten: [],
      looks: ['app.td_wood.birch'],
      row: 3,
    });
    keepFeats('four', ended({ ranking: [[1], [0]] }), 4);
    expect(cabinet()).toMatchObject({ row: 0, longest: 3 });
  });

  test('a match between people of this device changes no row, and one that is watched nothing', () => {
    keepFeats('one', ended(), 1);
    keepFeats('two', ended({ own: [0, 1] }), 2);
    expect(cabinet().row).toBe(1);
    expect(keepFeats('three', ended({ own: [] }), 3)).toBeNull();
  });

  test('what is unreadable is an empty one', () => {
    localStorage.setItem('tumbletrip.feats', '{"medals"');
    expect(cabinet().medals).toEqual({});
  });
});

test('an unknown look is the usual one, which takes no medal', () => {
  expect(lookNamed(WOODS, 'plastic')).toMatchObject({ key: 'oak', medals: 0 });
  expect(lookNamed(DICE_LOOKS, 'metal').key).toBe('metal');
});

test('every look comes with as many medals as there are, and each only once', () => {
  const all = MEDALS.flatMap((_, place) => looksBetween(place, place + 1));
  const locked = [...WOODS, ...DICE_LOOKS].filter(({ medals }) => medals > 0);
  expect(all).toHaveLength(locked.length);
  expect(looksBetween(0, MEDALS.length)).toEqual(expect.arrayContaining(all));
});

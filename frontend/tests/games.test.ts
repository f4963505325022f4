/** The registry of games: each has what the app asks of a game, and a stranger gets plain screens. */
import { expect, test, vi } from 'vitest';
import type * as Games from '$lib/games';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { GAMES, kitOf }: typeof Games = await import('$lib/games');
const { ended } = await import('./table/views');

test('a game is found by its key', () => {
  expect(GAMES.map(({ key }) => key)).toEqual(['dicetrip', 'tumblin']);
  for (const kit of GAMES) expect(kitOf(kit.key)).toBe(kit);
});

test('each has its card, its rules and its sheets', () => {
  for (const { hero, rules, print } of GAMES)
    for (const own of [hero, rules, print]) expect(own).not.toBeNull();
});

test('only its own finished games are kept by a game', () => {
  const kept = GAMES.map(({ records }) =>
    [ended.dicetrip, ended.tumblin].map((view) => records?.finished('t', view, [0], 1)?.game ?? null),
  );
  expect(kept).toEqual([
    ['dicetrip', null],
    [null, 'tumblin'],
  ]);
});

test('a game that nobody knows has plain screens under its own name', async () => {
  const kit = kitOf('nim');
  expect(kit).toMatchObject({
    key: 'nim',
    title: 'nim',
    hero: null,
    rules: null,
    print: null,
    records: null,
  });
  for (const load of [kit.newTable, kit.table, kit.replay])
    expect((await load()).default).toBeTypeOf('function');
});

import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '' });
const { placeOf } = await import('$lib/router.svelte');

test.each([
  ['/', { screen: 'home' }],
  ['/t/abc', { screen: 'table', table: 'abc' }],
  ['/t/abc/replay', { screen: 'replay', table: 'abc' }],
  ['/c/QWERT', { screen: 'code', code: 'QWERT' }],
  ['/rules', { screen: 'rules' }],
  ['/rules/x', { screen: 'missing' }],
  ['/t', { screen: 'missing' }],
  ['/t/abc/replay/x', { screen: 'missing' }],
  ['/%E0%A4%A', { screen: 'missing' }],
])('%s', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test('a new table knows how it was asked for', () => {
  expect(placeOf('/new', '?mode=device')).toEqual({ screen: 'new', mode: 'device', game: undefined });
  const match = { screen: 'new', mode: 'friends', game: 'tumblin' };
  expect(placeOf('/new/tumblin')).toEqual(match);
  expect(placeOf('/new', '?game=tumblin')).toEqual(match);
  expect(placeOf('/new/a/b')).toEqual({ screen: 'missing' });
});

test('the score pad still opens under its former address', () => {
  expect(placeOf('/pad')).toEqual(placeOf('/scorepad'));
});

/** Values of a game that nobody has drawn yet can be read, and its moves have names. */
import { expect, test } from 'vitest';
import { labelOf, readable, shown } from '$lib/plain/entries';

test.each([
  ['a word', 'three', { as: 'text', text: 'three' }],
  ['nothing', null, { as: 'text', text: '–' }],
  ['a no', false, { as: 'text', text: '✗' }],
  ['nought', 0, { as: 'text', text: '0' }],
  ['a list of words', ['a', 1, true], { as: 'row', values: ['a', '1', '✓'] }],
  ['nothing in a list', [], { as: 'row', values: [] }],
  [
    'rows of a grid',
    [
      ['x', null],
      ['o', 'x'],
    ],
    {
      as: 'table',
      names: [],
      rows: [
        ['x', null],
        ['o', 'x'],
      ],
    },
  ],
  [
    'entries that are alike',
    [
      { name: 'Ada', points: 3 },
      { name: 'Ben', points: 4 },
    ],
    {
      as: 'table',
      names: ['name', 'points'],
      rows: [
        ['Ada', 3],
        ['Ben', 4],
      ],
    },
  ],
  ['entries that are not', [{ a: 1 }, { b: 2 }], { as: 'list', items: [{ a: 1 }, { b: 2 }] }],
  [
    'names and values',
    { heap: 5, rows: [1] },
    {
      as: 'entries',
      entries: [
        ['heap', 5],
        ['rows', [1]],
      ],
    },
  ],
])('%s', (_, value, look) => {
  expect(shown(value)).toEqual(look);
});

test('names of programs are written as readers write them', () => {
  expect(readable('waiting_for')).toBe('waiting for');
});

test('a move is called by its word and its other values', () => {
  expect(labelOf({ do: 'pass' })).toBe('pass');
  expect(labelOf({ do: 'take_up', heap: 2, count: 3 })).toBe('take up 2 3');
  expect(labelOf({ do: 'lay', at: [1, 2], with: { card: 'ace' } })).toBe('lay 1, 2 card ace');
});

/** Maps being drawn: changes are new documents, and one step back is one change. */
import { describe, expect, it, vi } from 'vitest';
import * as changes from '../src/lib/boards/changes';
import { spread } from '../src/lib/boards/geography';

const PATIENCE = { timeout: 60_000 };

const begun = (count: number): changes.Draft => {
  let draft = changes.emptyDraft('Town');
  for (let number = 1; number <= count; number++)
    draft = changes.added(draft, `City ${number}`, changes.roomiest(draft));
  return draft;
};

describe('changes of a map', () => {
  it('adds cities to the zone that has the fewest, each at a place of its own', () => {
    const draft = begun(25);
    expect(draft.zones.map(({ cities }) => cities.length)).toEqual([9, 8, 8]);
    expect(new Set(draft.cities.map(({ x, y }) => `${x} ${y}`)).size).toBe(25);
    expect(new Set(draft.cities.map(({ id }) => id)).size).toBe(25);
  });

  it('gives a city that was added after another was removed an id of its own', () => {
    const draft = changes.added(changes.without(begun(3), 'c1'), 'New', { x: 500, y: 500 });
    expect(draft.cities.map(({ id }) => id)).toEqual(['c2', 'c3', 'c4']);
  });

  it('lays a road, and cuts it in either direction', () => {
    const laid = changes.switched(begun(3), 'c1', 'c2');
    expect(laid.roads).toEqual([['c1', 'c2']]);
    expect(changes.switched(laid, 'c2', 'c1').roads).toEqual([]);
  });

  it('takes the roads and the zone of a removed city away', () => {
    const draft = changes.without(changes.switched(begun(3), 'c1', 'c2'), 'c2');
    expect(draft.roads).toEqual([]);
    expect(draft.zones.flatMap(({ cities }) => cities)).not.toContain('c2');
  });

  it('keeps a painted city in one zone, which the city names', () => {
    const draft = changes.painted(begun(4), 'c1', 2);
    expect(draft.zones.filter(({ cities }) => cities.includes('c1')).map(({ id }) => id)).toEqual(['C']);
    expect(draft.cities.find(({ id }) => id === 'c1')?.zone).toBe('C');
  });

  it('keeps cities within the map, in whole units', () => {
    const [city] = changes.moved(begun(1), 'c1', { x: -50.4, y: 312.6 }).cities;
    expect([city?.x, city?.y]).toEqual([60, 313]);
  });

  it('spreads cities that stand in a corner over the paper, and no others', () => {
    const corner = changes.moved(changes.moved(begun(2), 'c1', { x: 100, y: 100 }), 'c2', { x: 200, y: 300 });
    expect(spread(corner).cities.map(({ x, y }) => [x, y])).toEqual([
      [280, 60],
      [720, 940],
    ]);
    const wide = changes.moved(corner, 'c2', { x: 900, y: 300 });
    expect(spread(wide)).toEqual(wide);
    const island = { ...corner, coast: 'drawn', outline: 'M0 0' };
    expect(spread(island)).toEqual(island);
  });

  it('takes a network by the places of its cities, and asks them where they stand', () => {
    const before = changes.painted(changes.without(begun(4), 'c2'), 'c1', 2);
    expect(changes.spotsOf(before)).toEqual(before.cities.map(({ name, x, y }) => ({ name, x, y })));
    const draft = changes.networked(before, {
      spots: [
        { x: 111.4, y: 222 },
        { x: 333, y: 444 },
        { x: 555, y: 2000 },
      ],
      roads: [[0, 2]],
      zones: [[1], [0, 2], []],
      colours: [null, 'red', null],
    });
    expect(draft.roads).toEqual([['c1', 'c4']]);
    expect(draft.zones.map(({ cities }) => cities)).toEqual([['c3'], ['c1', 'c4'], []]);
    expect(draft.cities.map(({ x, y }) => [x, y])).toEqual([
      [111, 222],
      [333, 444],
      [555, 940],
    ]);
    expect(draft.cities.map(({ id, zone, colour }) => [id, zone, colour])).toEqual([
      ['c1', 'B', null],
      ['c3', 'A', 'red'],
      ['c4', 'B', null],
    ]);
  });

  it('leaves the draft before a change as it was', () => {
    const before = begun(2);
    const copy = structuredClone(before);
    changes.renamed(changes.coloured(changes.switched(before, 'c1', 'c2'), 'c1', 'red'), 'c1', 'X');
    expect(before).toEqual(copy);
  });
});

describe('the editor', () => {
  async function editorOf(flaws: { kind: string; at: string[]; text: string }[]) {
    const store = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      setItem: (key: string, value: string) => store.set(key, value),
      getItem: (key: string) => store.get(key) ?? null,
    });
    const { api } = await import('../src/lib/api');
    vi.spyOn(api, 'checkBoard').mockImplementation((document) =>
      Promise.resolve({ flaws, document: document as changes.Draft, word: flaws.length ? null : 'own-x' }),
    );
    const { BoardEditor } = await import('../src/lib/boards/editor.svelte');
    return new BoardEditor('one', begun(3));
  }

  it('takes a whole drag back at once, and does it again', async () => {
    const editor = await editorOf([]);
    for (const x of [300, 400, 500])
      editor.change(changes.moved(editor.draft, 'c1', { x, y: 200 }), 'drag 1');
    editor.undo();
    expect(editor.draft.cities).toEqual(begun(3).cities);
    expect(editor.canUndo).toBe(false);
    editor.redo();
    expect(editor.draft.cities[0]?.x).toBe(500);
  });

  it('takes back a road that the rules of maps refuse, and says why', async () => {
    const crossing = { kind: 'no_crossing', at: ['c1', 'c2', 'c2', 'c3'], text: 'They cross.' };
    const editor = await editorOf([crossing]);
    await vi.waitFor(() => expect(editor.isChecked).toBe(true), PATIENCE);
    editor.layRoad(changes.switched(editor.draft, 'c1', 'c2'), ['c1', 'c2']);
    await vi.waitFor(() => expect(editor.refusal).toBe('They cross.'), PATIENCE);
    expect(editor.draft.roads).toEqual([]);
  });
});

/** Which screen a place has. Screens other than the front page are loaded when they are needed. */
import type { Component } from 'svelte';
import { api, editionOf } from '$lib/api';
import { knownTable } from '$lib/device';
import type { Place } from '$lib/router.svelte';

type Screen<Props extends Record<string, unknown>> = Promise<{ default: Component<Props> }>;
export interface Shown {
  screen: Screen<Record<string, unknown>>;
  props: Record<string, unknown>;
}
export type LoadedPlace = Exclude<Place, { screen: 'home' | 'missing' }>;

const show = <Props extends Record<string, unknown>>(screen: Screen<Props>, props: Props): Shown => ({
  screen: screen as unknown as Shown['screen'], // fits: the props beside it have just been checked
  props,
});

// One function each: the bundler folds `a ? import(x) : import(y)` into one call and then loads only y's styles.
const TABLES = {
  dicetrip: { table: () => import('./routes/Table.svelte'), replay: () => import('./routes/Replay.svelte') },
  tumblin: {
    table: () => import('./routes/TumblinTable.svelte'),
    replay: () => import('./routes/TumblinReplay.svelte'),
  },
};

/** A table that cannot be asked for is Dice Trip's business, whose screen says what is wrong. */
async function gameOf(table: string): Promise<string> {
  const known = knownTable(table)?.game;
  return (
    known ??
    api.see(table).then(
      ({ view }) => view.setup.game,
      () => 'dicetrip',
    )
  );
}

async function tableScreen(table: string, look: 'table' | 'replay') {
  const game = (await gameOf(table)) === 'tumblin' ? 'tumblin' : 'dicetrip';
  return TABLES[game][look]();
}

/** The screen of a place, on its way. */
export function shownAt(place: LoadedPlace): Shown {
  switch (place.screen) {
    case 'table':
    case 'replay':
      return show(tableScreen(place.table, place.screen), { table: place.table });
    case 'analysis':
      return show(import('./routes/Analysis.svelte'), { table: place.table });
    case 'new':
      return place.game === 'tumblin'
        ? show(import('./routes/NewTumblin.svelte'), { mode: place.mode })
        : show(import('./routes/NewTable.svelte'), { mode: place.mode });
    case 'code':
      return show(import('./routes/FindCode.svelte'), { code: place.code });
    case 'practice':
      return show(import('./routes/Practice.svelte'), {});
    case 'companion':
      return show(import('./routes/Companion.svelte'), {});
    case 'pad':
      return show(import('./routes/Pad.svelte'), {});
    case 'sheets':
      return show(import('./routes/Sheets.svelte'), {});
    case 'daily':
      return show(import('./routes/Daily.svelte'), {});
    case 'puzzle':
      return show(import('./routes/Puzzle.svelte'), {});
    case 'records':
      return show(import('./routes/Records.svelte'), {});
    case 'rules':
      return show(import('./routes/Rules.svelte'), {});
    case 'settings':
      return show(import('./routes/Settings.svelte'), {});
  }
}

/** Let everything that a place needs come at once, and not one thing after the other. */
export function fetchAhead(place: Place): void {
  if (place.screen === 'home') fetchEdition('france');
  else if (place.screen !== 'missing') {
    shownAt(place).screen.catch(ignore);
    const known = 'table' in place ? knownTable(place.table) : undefined;
    if (known?.game === 'dicetrip') fetchEdition(known.edition);
  }
}

const fetchEdition = (name: string): void => void editionOf(name).catch(ignore);
const ignore = (): void => {}; // whoever needs it asks again, and says what is wrong

/** Which screen a place has. Screens other than the front page are loaded when they are needed. */
import type { Component } from 'svelte';
import { api } from '$lib/api';
import { knownTable } from '$lib/device';
import { GAMES, kitOf, type GameKit } from '$lib/games';
import { isAlone, OF_SERVERS } from '$lib/local/place';
import type { Place } from '$lib/router.svelte';
import { say } from '$lib/texts.svelte';
import { bound } from '$lib/ui/bound';
import Missing from '$lib/ui/Missing.svelte';

const FIRST = GAMES[0].key;
export type LoadedPlace = Exclude<Place, { screen: 'home' | 'missing' }>;

/** A screen that is being loaded, with its properties bound. */
async function screen<Props extends Record<string, unknown>>(
  loading: Promise<{ default: Component<Props> }>,
  props: Props,
): Promise<Component> {
  return bound((await loading).default, props);
}

/** The kit of a table's game; if the server does not say which, the first game's screen shows the error. */
async function kitAt(table: string): Promise<GameKit> {
  const game = knownTable(table)?.game ?? (await api.see(table).catch(() => null))?.view.setup.game;
  return kitOf(game ?? FIRST);
}

/** Loads the screen of a place. */
export function shownAt(place: LoadedPlace): Promise<Component> {
  if (isAlone() && OF_SERVERS.includes(place.screen))
    return Promise.resolve(bound(Missing, { title: say('app.local.needs_server') }));
  switch (place.screen) {
    case 'table': {
      const { table } = place;
      return screen<{ table: string }>(
        kitAt(table).then((kit) => kit.table()),
        { table },
      );
    }
    case 'replay': {
      const { table } = place;
      return screen<{ table: string }>(
        kitAt(table).then((kit) => kit.replay()),
        { table },
      );
    }
    case 'new': {
      const { game = FIRST, mode } = place;
      return screen(kitOf(game).newTable(), { game, mode: isAlone() ? 'device' : mode });
    }
    case 'analysis':
      return screen(import('./routes/Analysis.svelte'), { table: place.table });
    case 'code':
      return screen(import('./routes/FindCode.svelte'), { code: place.code });
    case 'practice':
      return screen(import('./routes/Practice.svelte'), {});
    case 'boards':
      return screen(import('./routes/Boards.svelte'), {});
    case 'companion':
      return screen(import('./routes/Companion.svelte'), {});
    case 'scorepad':
      return screen(import('./routes/Scorepad.svelte'), {});
    case 'sheets':
      return screen(import('./routes/Sheets.svelte'), {});
    case 'daily':
      return screen(import('./routes/Daily.svelte'), {});
    case 'puzzle':
      return screen(import('./routes/Puzzle.svelte'), {});
    case 'records':
      return screen(import('./routes/Records.svelte'), {});
    case 'rules':
      return screen(import('./routes/Rules.svelte'), {});
    case 'settings':
      return screen(import('./routes/Settings.svelte'), {});
  }
}

/** Starts all requests of a place at once, before its screen would make them one after the other. */
export function fetchAhead(place: Place): void {
  if (place.screen === 'home') for (const kit of GAMES) kit.fetchAhead();
  else if (place.screen !== 'missing') {
    shownAt(place).catch(ignore);
    const known = 'table' in place ? knownTable(place.table) : undefined;
    if (known) kitOf(known.game).fetchAhead(known);
  }
}

const ignore = (): void => {}; // the screen asks again, and shows the error

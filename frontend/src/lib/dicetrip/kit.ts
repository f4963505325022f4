/** What the app has for Dice Trip. */
import type { GameKit } from '$lib/games';
import { local } from '$lib/texts.svelte';
import { bound } from '$lib/ui/bound';
import { editionOf } from './editions';
import { finishedTrip } from './finished';
import Hero from './Hero.svelte';

export const dicetrip: GameKit = {
  key: 'dicetrip',
  title: 'Dice Trip',
  hero: Hero,
  newTable: () => import('./screens/NewTable.svelte'),
  table: () => import('./screens/Table.svelte'),
  replay: () => import('./screens/Replay.svelte'),
  report: async (found, people) => {
    if (found.game !== 'dicetrip') throw new TypeError(`no analysis of Dice Trip: ${found.game}`);
    const { default: Report } = await import('./analysis/TripReport.svelte');
    return bound(Report, { found, people });
  },
  fetchAhead: (known) => void editionOf(known?.edition ?? 'france').catch(() => {}), // it is asked for again
  rulesCover: () => import('./rules/Cover.svelte'),
  rulePicture: () => import('./rules/RulePicture.svelte'),
  rules: async (language) => (await import('./rules/pages')).pageIn(language),
  print: () => import('./PrintChoices.svelte'),
  records: {
    finished: finishedTrip,
    boardName: async (id) => local((await editionOf(id)).name),
    step: 5,
    challenge: 'trip',
  },
};

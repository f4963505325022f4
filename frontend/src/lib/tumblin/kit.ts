/** What the app has for Tumblin-Dice. */
import type { GameKit } from '$lib/games';
import { bound } from '$lib/ui/bound';
import { finishedMatch } from './finished';
import Hero from './Hero.svelte';

export const tumblin: GameKit = {
  key: 'tumblin',
  title: 'Tumblin-Dice',
  hero: Hero,
  newTable: () => import('./screens/NewTable.svelte'),
  table: () => import('./screens/Table.svelte'),
  replay: () => import('./screens/Replay.svelte'),
  report: async (found, people) => {
    if (found.game !== 'tumblin') throw new TypeError(`no analysis of Tumblin-Dice: ${found.game}`);
    const { default: Report } = await import('./analysis/TumbleReport.svelte');
    return bound(Report, { found, people });
  },
  fetchAhead: () => {},
  rulesCover: () => import('./rules/Cover.svelte'),
  rulePicture: () => import('./rules/RulePicture.svelte'),
  rules: async (language) => (await import('./rules/pages')).pageIn(language),
  print: () => import('./PrintChoices.svelte'),
  records: {
    finished: finishedMatch,
    boardName: (id) => Promise.resolve(id),
    step: 50,
    challenge: 'puzzle',
    feats: () => import('./feats/Cabinet.svelte'),
  },
};

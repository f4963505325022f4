/** What the app has for a game that it knows nothing of: screens that show whatever there is to see and to do. */
import type { GameKit } from '$lib/games';
import { bound } from '$lib/ui/bound';

export const plainKit = (key: string): GameKit => ({
  key,
  title: key,
  hero: null,
  newTable: () => import('./screens/NewTable.svelte'),
  table: () => import('./screens/Table.svelte'),
  replay: () => import('./screens/Replay.svelte'),
  report: async (found) => bound((await import('./Entries.svelte')).default, { value: found }),
  fetchAhead: () => {},
  rules: null,
  rulesCover: null,
  rulePicture: null,
  print: null,
  records: null,
});

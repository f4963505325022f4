/** The keys that a table of Dice Trip listens to, for its list of shortcuts. */
import type { Shortcuts } from '$lib/table/keyboard/shortcuts';

export const KEYS: Shortcuts = [
  ['← ↑ → ↓', 'app.keys.city'],
  ['Enter', 'app.keys.write'],
  ['X', 'app.keys.cross'],
  ['+ −', 'app.keys.zoom'],
];

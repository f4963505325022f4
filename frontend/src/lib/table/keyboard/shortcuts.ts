/** What keys do, as a list to show: the keys as they are written on a keyboard, and the text of what they do. */
import type { Key } from '$lib/texts.svelte';

export type Shortcuts = readonly (readonly [keys: string, does: Key])[];

/** What an analysis of a finished game found: each game writes a document of its own. */
import type { TripAnalysis } from '$lib/dicetrip/analysis/views';
import type { Who } from '$lib/texts.svelte';
import type { TumbleAnalysis } from '$lib/tumblin/analysis/views';

export type Analysis = TripAnalysis | TumbleAnalysis;

/** Somebody whose game is judged. */
export interface Judged {
  who: Who;
  /** The level of a bot, else empty. */
  level: string;
}

/** A mean with its standard error. */
export interface Estimate {
  mean: number;
  se: number;
}

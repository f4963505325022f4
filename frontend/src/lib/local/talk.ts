/** What the page and its device's worker say to each other. */

export type ToDevice =
  | { kind: 'begin'; pack: string }
  | { kind: 'ask'; id: number; method: string; path: string; headers: string; body: string }
  | { kind: 'dial'; line: number }
  | { kind: 'frame'; line: number; table: string; text: string }
  | { kind: 'hang up'; line: number };

/**
 * Why there is no device: the browser keeps nothing, has no room for its pack, its pack is not here, another tab has it,
 * a newer program wrote its journal, it failed.
 */
export type NoDevice = 'no_storage' | 'no_room' | 'no_pack' | 'taken' | 'newer' | 'failed';
/** Why it can keep nothing at the moment. */
export type Trouble = '' | 'full' | 'lost';

export type FromDevice =
  | { kind: 'ready' }
  | { kind: 'none'; why: NoDevice }
  | { kind: 'answer'; id: number; status: number; type: string; body: string }
  | { kind: 'said'; line: number; text: string }
  | { kind: 'closed'; line: number; code: number }
  | { kind: 'trouble'; trouble: Trouble }
  /** How much of what a game needs is here, from 0 to 1; null when that is over. */
  | { kind: 'fetching'; share: number | null };

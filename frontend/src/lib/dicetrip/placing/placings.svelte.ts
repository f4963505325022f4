/** Where the number in the hand fits: what the server says it would bring in each empty city. */
import { api, type Placing } from '$lib/api';
import { secretOf } from '$lib/device';
import type { TripGame } from '$lib/dicetrip/table/game.svelte';
import type { Colour } from '$lib/dicetrip/views';
import { settings } from '$lib/settings.svelte';

export class Placings {
  /** By city; empty while nothing is known or wanted. */
  found = $state.raw<Record<string, Placing>>({});

  readonly best = $derived(bestOf(this.found));

  /** Ask about a number, once the server has counted the one before it; returns how to stop waiting. */
  look(game: TripGame, dice: readonly Colour[] | null): () => void {
    const { seat } = game;
    let isLate = false;
    this.found = {};
    if (settings.places && dice && seat !== null && game.isWriting && game.isCounted) {
      api.placings(game.table, seat, dice, secretOf(game.table, seat)).then(
        ({ placings = [] }) => isLate || (this.found = byCity(placings)),
        () => {}, // without a connection the map is played as it is
      );
    }
    return () => (isLate = true);
  }
}

const MOST_CALLING = 3; // a number that fits nearly everywhere calls nobody

/** The few cities where a number would bring most. */
function bestOf(found: Record<string, Placing>): string[] {
  const most = Math.max(1, ...Object.values(found).map(({ total }) => total));
  const best = Object.values(found).filter(({ total }) => total === most);
  return best.length > MOST_CALLING ? [] : best.map(({ city }) => city);
}

const byCity = (placings: Placing[]): Record<string, Placing> =>
  Object.fromEntries(placings.map((placing) => [placing.city, placing]));

/** The lines of the score that a number can add to, in the order of their arcs. */
const LINES = ['road', 'series', 'bonus', 'tens'] as const;
export type GainedLine = (typeof LINES)[number];

/** The lines that a number would add to in a city. */
export const gains = (placing: Placing): GainedLine[] => LINES.filter((line) => placing[line] > 0);

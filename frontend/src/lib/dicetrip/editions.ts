/** The boards of Dice Trip: an edition with its map, as it is drawn. */
import { api } from '$lib/api';
import { drawable } from './sheet/drawing';
import type { Colour } from './views';

/** A city of an edition file, with what is needed to draw it. */
export interface City {
  id: string;
  name: string;
  x: number;
  y: number;
  zone: string;
  colour: Colour | null;
  label: { dx: number; dy: number; anchor: 'start' | 'middle' | 'end'; lines?: string[] };
  /** The side of a coloured city that its shape stands at, above: right, if nothing else is said. */
  badge?: 'left' | 'right';
}

export interface Zone {
  id: string;
  names: Record<string, string>;
  abbr: Record<string, string>;
  abbrLabel: { x: number; y: number };
  cities: string[];
  polygon: string;
}

export interface Edition {
  id: string;
  name: Record<string, string>;
  viewbox: [number, number, number, number];
  cityRadius: number;
  colours: { id: Colour; hex: string; symbol: string }[];
  cities: City[];
  zones: Zone[];
  roads: [string, string][];
  ferries?: [string, string][];
  outline: string;
  zoneBorders: string[];
  context: Record<string, string>;
  titleSpot?: { x: number; y: number; anchor?: string; width?: number; fontSize?: number };
  compassSpot?: { x: number; y: number; r: number };
}

const editions = new Map<string, Promise<Edition>>();

/** An edition's drawing, asked for once. */
export function editionOf(name: string): Promise<Edition> {
  let found = editions.get(name);
  if (!found) {
    found = api.edition(name).then(drawable);
    editions.set(name, found);
    found.catch(() => editions.delete(name));
  }
  return found;
}

/** A board to choose; before the server has answered its names are not known. */
export interface Offered {
  id: string;
  name: Record<string, string>;
}

/** The boards to choose from: those that are known, or while none is, as without a connection, the first two. */
export const boardsOffered = (known: readonly Offered[]): readonly Offered[] =>
  known.length ? known : ['france', 'germany'].map((id) => ({ id, name: {} }));

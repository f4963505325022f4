/** How values of any game are rendered. */
import type { Action } from '$lib/protocol/socket';

export type Shown =
  | { as: 'text'; text: string }
  /** Values in a row. */
  | { as: 'row'; values: string[] }
  /** Rows of cells, under names if they have any. */
  | { as: 'table'; names: string[]; rows: unknown[][] }
  /** Values one below the other that have nothing in common. */
  | { as: 'list'; items: unknown[] }
  | { as: 'entries'; entries: [name: string, value: unknown][] };

/** An identifier as words: `in_hand` becomes in hand. */
export const readable = (name: string): string => name.replaceAll('_', ' ');

type Plain = string | number | boolean | null | undefined;
type Named = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object';
const isNamed = (value: unknown): value is Named => !isPlain(value) && !Array.isArray(value);

/** A scalar as text: a dash for nothing, signs for booleans, so that no language is needed. */
export function textOf(value: Plain): string {
  if (value === null || value === undefined || value === '') return '–';
  return value === true ? '✓' : value === false ? '✗' : String(value);
}

/** The rendering of a value. */
export function shown(value: unknown): Shown {
  if (isPlain(value)) return { as: 'text', text: textOf(value) };
  if (isNamed(value)) return { as: 'entries', entries: Object.entries(value) };
  return shownList(Array.isArray(value) ? value : []);
}

function shownList(items: unknown[]): Shown {
  if (items.every(isPlain)) return { as: 'row', values: items.map(textOf) };
  if (items.every((item) => Array.isArray(item) && item.every(isPlain)))
    return { as: 'table', names: [], rows: items.filter(Array.isArray) };
  const named = items.filter(isNamed);
  const names = Object.keys(named[0] ?? {});
  const isAlike = named.length === items.length && named.every((item) => haveSameNames(item, names));
  if (!isAlike) return { as: 'list', items };
  return { as: 'table', names, rows: named.map((item) => names.map((name) => item[name])) };
}

const haveSameNames = (item: Named, names: string[]): boolean =>
  Object.keys(item).length === names.length && names.every((name) => name in item);

/** An action as its button says it: its word, then its other values. */
export function labelOf({ do: word, ...values }: Action): string {
  return [readable(word), ...Object.values(values).map(inLine)].join(' ');
}

/** A value in one line, however deep it is. */
function inLine(value: unknown): string {
  if (isPlain(value)) return textOf(value);
  const parts = isNamed(value)
    ? Object.entries(value).map(([name, inner]) => `${readable(name)} ${inLine(inner)}`)
    : Array.isArray(value)
      ? value.map(inLine)
      : [];
  return parts.join(', ');
}

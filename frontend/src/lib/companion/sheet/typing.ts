/** Typing what stands in a city: two digits, a cross, and whether the city's own colour made the number. */

/** As on the sheet line: 34, 34* in the city's own colour, x; one digit while it is being typed. */
export type Text = string;
export type Key = 'x' | 'back' | '*' | string;

const STAR = '*';
const isDigit = (key: string) => /^[0-9]$/.test(key);

/** Whether a city needs no more keys. */
export const isComplete = (text: Text): boolean => text === 'x' || /^\d\d\*?$/.test(text);

/** The digits of a number without its star. */
export const digitsOf = (text: Text): string => text.replace(STAR, '');

/** What stands in a city after a key; a full one begins again with a digit. */
export function typed(text: Text, key: Key): Text {
  if (key === 'x') return 'x';
  if (key === 'back') return text === 'x' ? '' : text.slice(0, -1);
  if (key === STAR) return /^\d\d$/.test(text) ? text + STAR : text.replace(STAR, '');
  if (!isDigit(key)) return text;
  return isComplete(text) ? key : text + key;
}

/** The next city to copy: the next empty one after this in the order of the list, and round again. */
export function nextEmpty(
  cities: readonly string[],
  texts: Record<string, Text>,
  from: string,
): string | null {
  const start = cities.indexOf(from) + 1;
  const round = [...cities.slice(start), ...cities.slice(0, start)];
  return round.find((city) => !texts[city] && city !== from) ?? null;
}

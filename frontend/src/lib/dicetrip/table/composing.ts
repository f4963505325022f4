/** Composing two numbers from four dice by tapping: a pure state machine over the options from the server. */
import { COLOURS, type Colour, type Entry, type Options, type Pair } from '$lib/dicetrip/views';

/** The dice of the two numbers being made, tens first. */
export interface Making {
  first: Colour[];
  second: Colour[];
  twice: boolean;
}

export const NOTHING_MADE: Making = { first: [], second: [], twice: false };

export const letter = (colour: Colour): string => colour.slice(0, 1);
const pairOf = (dice: readonly Colour[]): Pair => dice.map(letter).join('');

/** The colours of a pair such as `rb`. */
export function diceOf(pair: Pair): Colour[] {
  return [...pair].flatMap((sign) => COLOURS.filter((colour) => letter(colour) === sign));
}

export const isWhole = (dice: readonly Colour[]): boolean => dice.length === 2;

/** The next state after a tap on a die. */
export function tapDie(making: Making, die: Colour, options: Options): Making {
  if (making.twice) return tapTwice(making, die, options);
  if (isWhole(making.first)) return { ...NOTHING_MADE, first: [die] }; // begin anew
  if (making.first.includes(die)) return { ...making, first: [] };
  const first = [...making.first, die];
  return { ...making, first, second: isWhole(first) && options.cities_to_fill > 1 ? rest(first) : [] };
}

function rest(taken: readonly Colour[]): Colour[] {
  return COLOURS.filter((colour) => !taken.includes(colour));
}

/** With a die used twice, all four places are tapped one by one. */
function tapTwice(making: Making, die: Colour, options: Options): Making {
  const { first, second } = making;
  if (isWhole(first) && isWhole(second)) return { ...NOTHING_MADE, twice: true, first: [die] };
  const place = isWhole(first) ? second : first;
  if (place.includes(die)) return isWhole(first) ? { ...making, second: [] } : { ...making, first: [] };
  if (!isWhole(first)) return { ...making, first: [...first, die] };
  const next = { ...making, second: [...second, die] };
  return isWhole(next.second) && !isOffered(next, options) ? { ...next, second: [die] } : next;
}

/** Whether the server offers this split. */
export function isOffered(making: Making, options: Options): boolean {
  return splitOf(making.first, making.second, options) !== undefined;
}

function splitOf(dice: readonly Colour[], others: readonly Colour[], options: Options): Split | undefined {
  const [one, other] = [pairOf(dice), pairOf(others)];
  const told = options.splits.find((split) => [one + other, other + one].includes(split.slice(0, 4)));
  return told === undefined ? undefined : readSplit(told);
}

/** Two pairs of dice, as the server offers them. */
export interface Split {
  first: Pair;
  second: Pair;
  /** Whether both numbers may be written. */
  fits: boolean;
  /** Whether a die is used twice. */
  twice: boolean;
}

/** Parse a split such as `rbgy` or `rbgy-`. */
export function readSplit(told: string): Split {
  const [first, second] = [told.slice(0, 2), told.slice(2, 4)];
  return { first, second, fits: !told.endsWith('-'), twice: [...first].some((die) => second.includes(die)) };
}

/** Splits without those that make the same numbers of the same dice as another: two fours are 44 either way. */
export function distinct(splits: readonly Split[], numberOf: (pair: Pair) => number): Split[] {
  const seen = new Set<string>();
  return splits.filter(({ first, second }) => {
    const made = [first, second].map((pair) => `${numberOf(pair)} ${[...pair].toSorted().join('')}`);
    const key = made.toSorted().join(' ');
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Swap tens and units of a number. */
export function flip(making: Making, which: 'first' | 'second'): Making {
  return { ...making, [which]: making[which].toReversed() };
}

/** The state for a split that was chosen from the list. */
export function choose(first: Pair, second: Pair, twice: boolean): Making {
  return { first: diceOf(first), second: diceOf(second), twice };
}

/** The state that belongs to entries of a draft, for instance after a reload. */
export function makingOf(entries: readonly Entry[], options: Options): Making {
  const pairs = entries.flatMap((entry) => (entry.dice ? [entry.dice] : []));
  const [first, second] = pairs;
  if (!first) return NOTHING_MADE;
  if (second) return { first, second, twice: first.some((die) => second.includes(die)) };
  return { first, second: options.cities_to_fill > 1 ? rest(first) : [], twice: false };
}

/** The number of a pair of dice, and whether it may still be written; null while a die is missing. */
export function numberOf(
  dice: readonly Colour[],
  options: Options,
  entries: readonly Entry[] = [],
): { number: number; free: boolean } | null {
  const made = isWhole(dice) ? options.singles[pairOf(dice)] : undefined;
  return made ? { number: made[0], free: made[1] && mayFollow(dice, entries, options) } : null;
}

/** Whether this number may be written beside the entries so far: two equal ones may not. */
function mayFollow(dice: readonly Colour[], entries: readonly Entry[], options: Options): boolean {
  return !entries.some((entry) => entry.dice && splitOf(dice, entry.dice, options)?.fits === false);
}

const isSame = (dice: Entry['dice'], other: readonly Colour[]): boolean =>
  dice !== null && dice[0] === other[0] && dice[1] === other[1];

/** The entry of a composed number; undefined while it has no city. */
export function placeOf(dice: readonly Colour[], entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry) => isSame(entry.dice, dice));
}

/** The entries that remain valid in a state: crosses, and numbers that are still composed. */
export function stillMade(entries: readonly Entry[], making: Making): Entry[] {
  return entries.filter(
    ({ dice }) => dice === null || isSame(dice, making.first) || isSame(dice, making.second),
  );
}

/** The dice of the number that the next tap on a city writes; preferably one that may be written. */
export function nextToPlace(
  making: Making,
  entries: readonly Entry[],
  wanted: 'first' | 'second',
  options: Options,
): Colour[] | null {
  const order = wanted === 'first' ? [making.first, making.second] : [making.second, making.first];
  const inHand = order.filter((dice) => isWhole(dice) && !placeOf(dice, entries));
  return inHand.find((dice) => numberOf(dice, options, entries)?.free) ?? inHand[0] ?? null;
}

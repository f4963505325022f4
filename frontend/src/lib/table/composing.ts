/** Making two numbers from four dice by tapping: a small pure machine over the options the server sent. */
import { COLOURS, type Colour, type Entry, type Options, type Pair } from '$lib/protocol/views';

/** The dice of the two numbers being made, tens first. */
export interface Making {
  first: Colour[];
  second: Colour[];
  twice: boolean;
}

export const NOTHING_MADE: Making = { first: [], second: [], twice: false };

export const letter = (colour: Colour): string => colour.slice(0, 1);
export const pairOf = (dice: readonly Colour[]): Pair => dice.map(letter).join('');

/** The colours of a pair such as `rb`. */
export function diceOf(pair: Pair): Colour[] {
  return [...pair].flatMap((sign) => COLOURS.filter((colour) => letter(colour) === sign));
}

export const isWhole = (dice: readonly Colour[]): boolean => dice.length === 2;

/** The making after a tap on a die. */
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

/** With a die to be used twice, all four places are tapped one by one. */
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

/** A split from the server's word for it. */
export function readSplit(told: string): Split {
  const [first, second] = [told.slice(0, 2), told.slice(2, 4)];
  return { first, second, fits: !told.endsWith('-'), twice: [...first].some((die) => second.includes(die)) };
}

/** Swap tens and units of a number. */
export function flip(making: Making, which: 'first' | 'second'): Making {
  return { ...making, [which]: making[which].toReversed() };
}

/** The making that stands for a split of the list. */
export function choose(first: Pair, second: Pair, twice: boolean): Making {
  return { first: diceOf(first), second: diceOf(second), twice };
}

/** The making that belongs to entries, for instance after coming back to the table. */
export function makingOf(entries: readonly Entry[], options: Options): Making {
  const pairs = entries.flatMap((entry) => (entry.dice ? [entry.dice] : []));
  const [first, second] = pairs;
  if (!first) return NOTHING_MADE;
  if (second) return { first, second, twice: first.some((die) => second.includes(die)) };
  return { first, second: options.cities_to_fill > 1 ? rest(first) : [], twice: false };
}

/** What a pair of dice says, as the server counted it, free unless used or put elsewhere; null while a die is missing. */
export function numberOf(
  dice: readonly Colour[],
  options: Options,
  entries: readonly Entry[] = [],
): { number: number; free: boolean } | null {
  const made = isWhole(dice) ? options.singles[pairOf(dice)] : undefined;
  return made ? { number: made[0], free: made[1] && mayFollow(dice, entries, options) } : null;
}

/** Whether the server lets this number be written beside those already put: two equal ones it does not. */
function mayFollow(dice: readonly Colour[], entries: readonly Entry[], options: Options): boolean {
  return !entries.some((entry) => entry.dice && splitOf(dice, entry.dice, options)?.fits === false);
}

const isSame = (dice: Entry['dice'], other: readonly Colour[]): boolean =>
  dice !== null && dice[0] === other[0] && dice[1] === other[1];

/** Where a number being made has been put; undefined while it is in the hand. */
export function placeOf(dice: readonly Colour[], entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry) => isSame(entry.dice, dice));
}

/** The entries that remain possible with what is being made: crosses, and numbers still made. */
export function stillMade(entries: readonly Entry[], making: Making): Entry[] {
  return entries.filter(
    ({ dice }) => dice === null || isSame(dice, making.first) || isSame(dice, making.second),
  );
}

/** The dice of the number that a tap on a city writes next, one that may be written if there is one. */
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

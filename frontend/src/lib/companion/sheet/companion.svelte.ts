/** Paper sheets of one game as they are being copied, kept on this device and counted by the server. */
import { api, type CompanionBody, type CompanionCounted } from '$lib/api';
import { Counting, type CountedText } from '$lib/companion/counting.svelte';
import { newId, Shelf, type Kept } from '$lib/companion/shelf';
import type { Edition } from '$lib/dicetrip/editions';
import type { Score } from '$lib/dicetrip/views';
import { currentLanguage } from '$lib/texts.svelte';
import { keepConnected } from '$lib/reconnect';
import { isComplete, nextEmpty, typed, type Key, type Text } from './typing';

export interface CompanionSheet {
  name: string;
  marks: Record<string, Text>;
  reroll_used: boolean;
  double_used: boolean;
  tens_bonus: number | null;
}

export interface CompanionDoc extends Kept {
  edition: string;
  tens: boolean;
  rounds: number;
  sheets: CompanionSheet[];
  counted: CountedText<CompanionCounted> | null;
}

export const ALL_ROUNDS = 13;
export const MOST_SHEETS = 4;
export const companions = new Shelf<CompanionDoc>('tumbletrip.paper');

const emptySheet = (name: string): CompanionSheet => ({
  name,
  marks: {},
  reroll_used: false,
  double_used: false,
  tens_bonus: null,
});

const without = (marks: Record<string, Text>, city: string): Record<string, Text> =>
  Object.fromEntries(Object.entries(marks).filter(([other]) => other !== city));

export function newCompanion(edition: string, name: string): CompanionDoc {
  const sheets = [emptySheet(name)];
  const doc = {
    id: newId(),
    at: Date.now(),
    edition,
    tens: false,
    rounds: ALL_ROUNDS,
    sheets,
    counted: null,
  };
  companions.put(doc);
  return doc;
}

export class CompanionGame {
  doc = $state.raw<CompanionDoc>() as CompanionDoc;
  player = $state(0);
  city = $state('');
  /** The number just written stands in a coloured city: was its own die in it? */
  asksColour = $state(false);
  isKept = $state(true);
  readonly counting = new Counting<CompanionBody, CompanionCounted>(api.countCompanion, (counted) =>
    this.change({ counted }, this.doc.at),
  );

  constructor(
    doc: CompanionDoc,
    readonly edition: Edition,
  ) {
    this.doc = doc;
    this.counting.last = doc.counted;
    this.city = nextEmpty(this.cities, this.sheet.marks, '') ?? this.cities[0] ?? '';
  }

  get cities(): string[] {
    return this.edition.cities.map(({ id }) => id);
  }

  get sheet(): CompanionSheet {
    return this.doc.sheets[this.player] ?? emptySheet('');
  }

  get text(): Text {
    return this.sheet.marks[this.city] ?? '';
  }

  /** What the server shall count: all but the number that is just being typed. */
  readonly body = $derived.by<CompanionBody>(() => ({
    edition: this.doc.edition,
    tens: this.doc.tens,
    rounds: this.doc.rounds,
    sheets: this.doc.sheets.map((sheet, player) => ({ ...sheet, marks: this.#sent(sheet.marks, player) })),
  }));
  readonly counted = $derived.by(() => this.counting.answer?.sheets[this.player] ?? null);
  readonly score = $derived(this.counted?.score as Score | undefined);
  readonly mistakes = $derived(this.counted?.mistakes ?? []);
  readonly wrong = $derived(this.mistakes.flatMap(({ cities }) => cities));

  #sent(marks: Record<string, Text>, player: number): Record<string, Text> {
    const isTyped = player === this.player && this.text !== '' && !isComplete(this.text);
    return isTyped ? without(marks, this.city) : marks;
  }

  live(): () => void {
    const asleep = keepConnected(this.counting);
    const unwatch = companions.watch(this.doc.id, (doc) => (this.doc = doc));
    return () => {
      asleep();
      unwatch();
    };
  }

  count(): void {
    this.counting.want(this.body, currentLanguage());
  }

  select(city: string): void {
    this.city = city;
    this.asksColour = false;
  }

  /** A key of the keypad or the keyboard; a full city hands over to the next empty one. */
  press(key: Key): void {
    // Whoever types on after a coloured city has answered its question with no.
    if (this.asksColour && key !== '*' && key !== 'back') this.next();
    this.write(this.city, typed(this.text, key));
    const isColoured = this.edition.cities.some(({ id, colour }) => id === this.city && colour);
    if (!isComplete(this.text) || key === '*') return;
    if (isColoured && this.text !== 'x') this.asksColour = true;
    else this.next();
  }

  /** The answer to the question about the colour. */
  answerColour(isInColour: boolean): void {
    if (isInColour !== this.text.endsWith('*')) this.write(this.city, typed(this.text, '*'));
    this.next();
  }

  next(): void {
    this.select(nextEmpty(this.cities, this.sheet.marks, this.city) ?? this.city);
  }

  write(city: string, text: Text): void {
    const others = without(this.sheet.marks, city);
    this.changeSheet({ marks: text ? { ...others, [city]: text } : others });
  }

  addPlayer(name: string): void {
    this.change({ sheets: [...this.doc.sheets, emptySheet(name)] });
    this.open(this.doc.sheets.length - 1);
  }

  removePlayer(player: number): void {
    this.change({ sheets: this.doc.sheets.filter((_, other) => other !== player) });
    this.open(0);
  }

  open(player: number): void {
    this.player = player;
    this.select(nextEmpty(this.cities, this.sheet.marks, '') ?? this.city);
  }

  changeSheet(news: Partial<CompanionSheet>): void {
    const sheets = this.doc.sheets.map((sheet, player) =>
      player === this.player ? { ...sheet, ...news } : sheet,
    );
    this.change({ sheets });
  }

  change(news: Partial<CompanionDoc>, at = Date.now()): void {
    this.doc = { ...this.doc, ...news, at };
    this.isKept = companions.put(this.doc);
  }
}

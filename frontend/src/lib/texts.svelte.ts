/** Every sentence people read, in the language they chose; the catalogue is the one Python reads. */
import type app from '$texts/en/app/app.json';
import type analysis from '$texts/en/app/analysis.json';
import type boards from '$texts/en/app/boards.json';
import type companion from '$texts/en/app/companion.json';
import type daily from '$texts/en/app/daily.json';
import type fair from '$texts/en/app/fair.json';
import type feats from '$texts/en/app/feats.json';
import type onDevice from '$texts/en/app/local.json';
import type plain from '$texts/en/app/plain.json';
import type sheets from '$texts/en/app/sheets.json';
import type tumblin from '$texts/en/app/tumblin.json';

export const LANGUAGES = ['en', 'fr', 'de', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
};

type Texts = typeof app &
  typeof analysis &
  typeof boards &
  typeof companion &
  typeof daily &
  typeof fair &
  typeof feats &
  typeof onDevice &
  typeof plain &
  typeof sheets &
  typeof tumblin;
type Exact = keyof Texts;
type Stem<Key> = Key extends `${infer Start}.one` ? Start : never;
/** A key of the app's texts: a wrong one does not compile. */
export type Key = Exact | Stem<Exact>;

/** The reader, in a sentence about somebody: such sentences have a form that addresses them, `key.you`. */
export const YOU = { isYou: true } as const;
/** Somebody in a sentence: a name, or the reader. */
export type Who = string | typeof YOU;
type Value = string | number | Who | readonly Who[];
type Values = Record<string, Value>;

const LOADERS: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('virtual:texts/en'),
  fr: () => import('virtual:texts/fr'),
  de: () => import('virtual:texts/de'),
  nl: () => import('virtual:texts/nl'),
};

let language = $state<Language>('en');
let texts = $state.raw<Record<string, string>>({});

export function currentLanguage(): Language {
  return language;
}

/** Load a language's texts, then switch to it. */
export async function speak(wanted: Language): Promise<void> {
  const loaded = await LOADERS[wanted]();
  language = wanted;
  texts = loaded.default;
  document.documentElement.lang = wanted;
}

/** The first of our languages that a browser asks for. */
export function languageOf(wanted: readonly string[]): Language {
  const codes = wanted.map((locale) => locale.split('-')[0]?.toLowerCase());
  return (
    LANGUAGES.find((known) => known === codes.find((code) => LANGUAGES.some((own) => own === code))) ?? 'en'
  );
}

/** A text of the app with its values filled in; `count` chooses between one and many, YOU its second person. */
export function say(key: Key, values: Values = {}): string {
  return sayAny(key, values);
}

/** A text whose key the server names, such as a refusal. */
export function sayAny(key: string, values: Values = {}): string {
  return fill(texts, language, key, values);
}

export function fill(all: Record<string, string>, spoken: Language, key: string, values: Values): string {
  const count = values['count'];
  const person = Object.values(values).some(isAddressed) ? `${key}.you` : key;
  const form = typeof count === 'number' && !(person in all) ? `${person}.${plural(count, spoken)}` : person;
  const text = all[form] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? '', spoken));
}

const isAddressed = (value: Value): boolean => value === YOU || (Array.isArray(value) && value.includes(YOU));

/** A value as it stands in a text; of several people those who are not addressed. */
function shown(value: Value, spoken: Language): string {
  if (!Array.isArray(value)) return String(value);
  const names = value.filter((who) => typeof who === 'string');
  return new Intl.ListFormat(spoken).format(names);
}

/** As core/texts.py: French counts 0 and 1 as one, the others only 1. */
function plural(count: number, spoken: Language): 'one' | 'other' {
  const isOne = spoken === 'fr' ? Math.abs(count) < 2 : Math.abs(count) === 1;
  return isOne ? 'one' : 'other';
}

/** A text of an edition file, which names things in several languages. */
export function local(names: Record<string, string>): string {
  return names[language] ?? names['en'] ?? Object.values(names)[0] ?? '';
}

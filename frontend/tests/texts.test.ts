import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../build/texts';
import { fill, languageOf, LANGUAGES, YOU, type Language, type Who } from '$lib/texts.svelte';

const SOURCE = new URL('../src/', import.meta.url);

function sources(folder = SOURCE): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const url = new URL(entry.name + (entry.isDirectory() ? '/' : ''), folder);
    if (entry.isDirectory()) return sources(url);
    return /\.(svelte|ts)$/.test(entry.name)
      ? [[entry.name, readFileSync(url, 'utf-8')] as [string, string]]
      : [];
  });
}

const english = textsOf('en');

describe('the catalogue', () => {
  test.each(LANGUAGES)('%s has every key of English, and the same values to fill in', (language) => {
    const texts = textsOf(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, text] of Object.entries(texts))
      expect([key, holes(text)]).toEqual([key, holes(english[key] ?? '')]);
  });

  test('every key that the app names exists, and every text of the app is used', () => {
    const code = sources()
      .map(([, text]) => text)
      .join('\n');
    const named = [...code.matchAll(/['"`](app\.[a-z_.]+[a-z_])['"`]/g)].map((found) => found[1] ?? '');
    for (const key of named) expect([key, key in english || `${key}.one` in english]).toEqual([key, true]);
    const families = [...code.matchAll(/`(app\.[a-z_.]+\.)\$\{/g)].map((found) => found[1] ?? '');
    const isUsed = (key: string): boolean =>
      named.includes(key) ||
      named.includes(key.replace(/(\.you)?(\.(one|other))?$/, '')) ||
      families.some((family) => key.startsWith(family));
    const unused = Object.keys(english).filter((key) => key.startsWith('app.') && !isUsed(key));
    expect(unused).toEqual([]);
  });

  test('no sentence is written into a component', () => {
    for (const [name, text] of sources().filter(([file]) => file.endsWith('.svelte'))) {
      const markup = text.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<!--[\s\S]*?-->/g, '');
      const bare = markup
        .replace(/\{[^{}]*(\{[^{}]*(\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, '')
        .replace(/=>/g, '')
        .replace(/<[^>]*>/g, ' ');
      const words = (bare.match(/\p{L}{3,}/gu) ?? []).filter(
        (word) => !['Tumbletrip', 'Tumblin', 'Dice', 'Trip'].includes(word),
      );
      expect([name, words]).toEqual([name, []]);
    }
  });
});

/** Words that speak to the reader; a form for them has at least one. */
const SECOND_PERSON: Record<Language, RegExp> = {
  en: /\byou(r|rs)?\b/i,
  fr: /\b(vous|votre|vos)\b/i,
  de: /\b(du|dich|dir|dein\w*)\b/i,
  nl: /\b(jij|je|jou|jouw)\b/i,
};

describe.each(LANGUAGES)('sentences about somebody, in %s', (language) => {
  const texts = textsOf(language);
  const somebody = Object.keys(texts).filter(
    (key) => /\{names?\}/.test(texts[key] ?? '') && !key.endsWith('.you'),
  );
  const about = (key: string, ...people: Who[]) =>
    fill(texts, language, key, { name: people[0] ?? '', names: people, prompt: '', count: 2 });

  test.each(somebody)('%s names who has a name, and addresses the reader who has none', (key) => {
    expect(about(key, 'Zoë')).toContain('Zoë');
    const addressed = about(key, YOU, 'Zoë');
    expect(addressed).not.toBe(key);
    expect(addressed.includes('Zoë')).toBe(texts[`${key}.you`]?.includes('{names}'));
    expect(addressed).toMatch(SECOND_PERSON[language]);
  });

  test('none addresses the reader that could not name somebody else', () => {
    const addressing = Object.keys(texts).filter((key) => key.endsWith('.you') && key !== 'app.you');
    expect(addressing.map((key) => key.replace(/\.you$/, ''))).toEqual(somebody);
  });
});

describe('saying things', () => {
  const texts = { 'a.one': '{count} die', 'a.other': '{count} dice', b: '{name} rolls' };

  test('values are filled in, as plain text', () => {
    expect(fill(texts, 'en', 'b', { name: '<b>$&</b>' })).toBe('<b>$&</b> rolls');
  });

  test('several people are listed as one would say it', () => {
    const listed = { c: '{names} win', 'c.you': 'You and {names} win' };
    expect(fill(listed, 'en', 'c', { names: ['Ada', 'Ben', 'Cy'] })).toBe('Ada, Ben, and Cy win');
    expect(fill(listed, 'en', 'c', { names: ['Ada', YOU] })).toBe('You and Ada win');
    expect(fill(listed, 'de', 'c', { names: ['Ada', 'Ben'] })).toBe('Ada und Ben win');
  });

  test('French counts nought as one, English does not', () => {
    expect(fill(texts, 'fr', 'a', { count: 0 })).toBe('0 die');
    expect(fill(texts, 'en', 'a', { count: 0 })).toBe('0 dice');
    expect(fill(texts, 'en', 'a', { count: 1 })).toBe('1 die');
  });

  test('the first known language of the browser is spoken', () => {
    expect(languageOf(['pt-BR', 'nl-BE', 'fr'])).toBe('nl');
    expect(languageOf(['pt'])).toBe('en');
  });
});

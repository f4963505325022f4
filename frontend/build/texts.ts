/** One lazily loaded chunk of texts per language, made from the catalogue that Python reads too. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CATALOGUE = fileURLToPath(new URL('../../src/tumbletrip/core/catalogue/', import.meta.url));
const NAME = 'virtual:texts/';

/** What the browser says: its own texts, and those it shares with the rest; not those of the command line. */
const SHARED = ['dicetrip/', 'tumblin/', 'table/', 'table.', 'http/', 'colour.', 'score.'];
/** Of Tumblin-Dice: what the setup offers, and why a die counts. */
const TUMBLIN = ['tumblin.variant.', 'tumblin.preset.', 'tumblin.why.'];
/** The browser's own rooms: app.json, tumblin_app.json and so on. */
const isOwn = (file: string): boolean => file.endsWith('app.json');

export function textsOf(language: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const file of readdirSync(CATALOGUE + language).sort()) {
    const texts = JSON.parse(readFileSync(`${CATALOGUE}${language}/${file}`, 'utf-8')) as Record<
      string,
      string
    >;
    for (const [key, text] of Object.entries(texts)) {
      if (isOwn(file) || [...SHARED, ...TUMBLIN].some((start) => key.startsWith(start))) all[key] = text;
    }
  }
  return all;
}

export function texts(): Plugin {
  return {
    name: 'tumbletrip-texts',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith(`\0${NAME}`)
        ? `export default ${JSON.stringify(textsOf(id.slice(NAME.length + 1)))}`
        : null,
  };
}

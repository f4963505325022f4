/** One lazily loaded chunk of texts per language, made from the catalogue that Python reads too. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CATALOGUE = fileURLToPath(new URL('../../src/tumbletrip/core/catalogue/', import.meta.url));
const NAME = 'virtual:texts/';

/** What the browser says: its own texts, and those it shares with the rest; not those of the command line. */
const SHARED = ['dicetrip/', 'tumblin/', 'table/', 'table.', 'daily/', 'http/', 'colour.', 'score.'];
/** Of Tumblin-Dice: what the setup offers, why a die counts, who its bots are and how they play. */
const TUMBLIN = ['tumblin.variant.', 'tumblin.preset.', 'tumblin.why.', 'bots.tumblin.'];
/** The folder of texts that only the browser says. */
const OWN = 'app/';

function read(folder: string): [string, string][] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files
    .sort()
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(folder + file, 'utf-8')) as Record<string, string>),
    );
}

/** No line begins with a colon or ends with an opening quotation mark: French puts a space before, most an ellipsis. */
function kept(text: string): string {
  return text.replace(/ (?=[:;?!»…%])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

export function textsOf(language: string): Record<string, string> {
  const folder = `${CATALOGUE}${language}/`;
  const isShared = (key: string): boolean => [...SHARED, ...TUMBLIN].some((start) => key.startsWith(start));
  const shared = read(folder).filter(([key]) => isShared(key));
  return Object.fromEntries([...shared, ...read(folder + OWN)].map(([key, text]) => [key, kept(text)]));
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

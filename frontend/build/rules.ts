/** The rules of docs/rules as HTML, one lazily loaded chunk per game and language. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../../docs/rules/', import.meta.url));
const NAME = 'virtual:rules/';

const marked = new Marked({
  renderer: {
    // Links lead to files of the repository, which the app does not have.
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
  },
});

/** A page such as `dice-trip/de`, without its title and its line of other languages. */
export function rulesHtml(name: string): string {
  const [game, language] = name.split('/');
  const file = language === 'en' ? `${game}.md` : `${game}.${language}.md`;
  const page = readFileSync(FOLDER + file, 'utf-8');
  // What only readers of the code need is marked, and stays in the documentation.
  const body = page
    .split('\n')
    .slice(3)
    .join('\n')
    .replace(/<!--docs-->.*?<!--\/docs-->\s*/gs, '');
  // A corner of a table that names nothing is no heading.
  const html = marked.parse(body, { async: false }).replaceAll('<th></th>', '<td></td>');
  return withoutWords(withoutIds(html));
}

/** The ids of rules are for those who write code: in the app they are places to link to, and rules go by their names. */
function withoutIds(html: string): string {
  const named = /<(p|tr)>(\s*(?:<td>)?<strong>)((?:DT|TD)\d\d) · /g;
  const names = new Map(
    [...html.matchAll(/((?:DT|TD)\d\d) · ([^<.:(]+)/g)].map(([, id, name]) => [id, name?.trim()]),
  );
  return html
    .replace(named, '<$1 id="$3">$2')
    .replace(/ ?\((?:DT|TD)\d\d\)/g, '')
    .replace(/(?<!id=")\b(?:DT|TD)\d\d\b/g, (id) => names.get(id) ?? id);
}

/** The words of variants are for records and commands, which the app does not ask for. */
function withoutWords(html: string): string {
  const second = /(<tr[^>]*>\s*<t[dh]>.*?<\/t[dh]>\s*)<t[dh]>.*?<\/t[dh]>\s*/gs;
  return html.replace(/<table>.*?<\/table>/gs, (table) =>
    table.includes('<tr id=') ? table.replace(second, '$1') : table,
  );
}

export function rules(): Plugin {
  return {
    name: 'tumbletrip-rules',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith(`\0${NAME}`)
        ? `export default ${JSON.stringify(rulesHtml(id.slice(NAME.length + 1)))}`
        : null,
  };
}

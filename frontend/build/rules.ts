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
  const body = page.split('\n').slice(3).join('\n');
  // A corner of a table that names nothing is no heading.
  const html = marked.parse(body, { async: false }).replaceAll('<th></th>', '<td></td>');
  // The ids of rules are for those who write code: in the app they are places to link to.
  return html.replace(/<p><strong>((?:DT|TD)\d\d) · /g, '<p id="$1"><strong>');
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

/** Writes ahead.json: the files that the screen of a game's table and the texts of a language need, for the server's pages. */
import type { Plugin, Rolldown } from 'vite';

const TABLE = /\/src\/lib\/(\w+)\/screens\/Table\.svelte$/;
const TEXTS = /virtual:texts\/(\w+)$/;

type Chunk = Rolldown.OutputChunk;
type Bundle = Rolldown.OutputBundle;

/** A chunk's own files and those it imports at once: scripts and styles. */
function filesOf(chunk: Chunk, bundle: Bundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, found);
  }
  return found;
}

/** By the name that a pattern finds in a module's id: all files that this module needs beside the page's own. */
function byName(bundle: Bundle, pattern: RegExp, first: Set<string>): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue;
    for (const id of chunk.moduleIds) {
      const name = pattern.exec(id)?.[1];
      if (name) found[name] = [...filesOf(chunk, bundle)].filter((file) => !first.has(file)).sort();
    }
  }
  return found;
}

export function ahead(): Plugin {
  return {
    name: 'tumbletrip-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
        if (entry?.type !== 'chunk') throw new Error('the app has no first script');
        const first = filesOf(entry, bundle);
        const source = JSON.stringify({
          tables: byName(bundle, TABLE, first),
          texts: byName(bundle, TEXTS, first),
        });
        this.emitFile({ type: 'asset', fileName: 'ahead.json', source });
      },
    },
  };
}

/** Writes sw.js: the hand-written worker with the list of this build's files and a name for them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/service-worker.js', import.meta.url));

export function serviceWorker(): Plugin {
  return {
    name: 'tumbletrip-service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((file) => !file.endsWith('.html'))
        .sort();
      const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync(SOURCE, 'utf-8')
        .replace("'__NAME__'", JSON.stringify(`shell-${name}`))
        .replace("['__FILES__']", JSON.stringify(['', ...files, 'icon.svg', 'manifest.webmanifest']));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/** Leaves a copy packed by brotli beside every text that gains from it, for hosts that hand such copies out. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(js|css|svg|webmanifest)$/; // not the page: `tumbletrip site` writes its own
const WORTH_PACKING_BYTES = 1024;

export function brotli(): Plugin {
  let folder = '';
  return {
    name: 'tumbletrip-brotli',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf-8' })) {
        if (!TEXTS.test(name)) continue;
        const text = readFileSync(join(folder, name));
        if (text.length >= WORTH_PACKING_BYTES)
          writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
      }
    },
  };
}

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ahead } from './build/ahead.ts';
import { brotli } from './build/brotli.ts';
import { fonts } from './build/fonts.ts';
import { rootedPage } from './build/rooted-page.ts';
import { rules } from './build/rules.ts';
import { serviceWorker } from './build/service-worker.ts';
import { texts } from './build/texts.ts';

const server = process.env['TUMBLETRIP_SERVER'] ?? 'http://localhost:8000';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A phone far away waits longer for forty small files than for a few of a fair size.
const groups = [
  {
    name: 'shell', // what the front page needs, and most screens
    test: /preload-helper|node_modules\/(svelte|esm-env|clsx)\/|src\/(App|screens|routes\/Home)|src\/lib\/([^/]+$|(ui|home)\/|local\/(place|visits|pack)|protocol\/line|table\/(opening|people|ranking)|(dicetrip|tumblin|plain)\/(kit|Hero|editions|example|finished|opening|views)\.|dicetrip\/(sheet|dice|looking|placing\/(placings|Halo))|tumblin\/board\/(colours|board-))/,
  },
  {
    name: 'trip',
    test: /src\/lib\/(dicetrip\/(table|tray|screens\/Table|placing|why\/evidence|end\/standing)|table|protocol|records\/finished|daily\/(days|sealed)|fair\/(Shield|session)|local\/wire)/,
  },
];

export default defineConfig({
  base: './', // scripts find each other wherever the app lies
  plugins: [svelte(), texts(), rules(), fonts(), rootedPage(), serviceWorker(), ahead(), brotli()],
  resolve: {
    alias: { $lib: here('./src/lib'), $texts: here('../src/tumbletrip/core/catalogue') },
    // Unit tests run Svelte's own reactivity, so they need its browser half.
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: process.env['TUMBLETRIP_STATIC'] ?? here('../src/tumbletrip/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or fonts
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
  worker: { format: 'es' }, // it loads Pyodide as a module
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': { target: server, ws: true } },
  },
  // A test that hangs fails; one that is slow beside other work does not.
  test: { include: ['tests/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});

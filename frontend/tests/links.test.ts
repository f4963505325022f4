/** The app may lie anywhere on a host: every link says the whole address, so that a new tab finds it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const SOURCES = new URL('../src/', import.meta.url);

test('no link begins at the root of the host', () => {
  const pages = readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' }).filter((name) =>
    name.endsWith('.svelte'),
  );
  expect(pages.length).toBeGreaterThan(50);
  const rooted = pages.filter((name) =>
    /\shref=("|{`|{')\/(?!api)/.test(readFileSync(new URL(name, SOURCES), 'utf-8')),
  );
  expect(rooted).toEqual([]);
});

test('a path has the name of the host in a link for others', async () => {
  vi.stubGlobal('location', { origin: 'https://games.example' });
  const { linkTo } = await import('$lib/base');
  expect(linkTo('/t/abc')).toBe('https://games.example/t/abc');
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = new URL('../src/', import.meta.url);
const OWN_WORDS = ['TableBar.svelte']; // its title is ours, in the page's own direction

function components(folder = SOURCE): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const url = new URL(entry.name + (entry.isDirectory() ? '/' : ''), folder);
    if (entry.isDirectory()) return components(url);
    return entry.name.endsWith('.svelte')
      ? [[entry.name, readFileSync(url, 'utf-8')] as [string, string]]
      : [];
  });
}

test('where a name may be cut, its own direction decides at which end', () => {
  const cutting = components().filter(([, text]) => text.includes('text-overflow: ellipsis'));
  expect(cutting.length).toBeGreaterThan(5);
  for (const [name, text] of cutting.filter(([file]) => !OWN_WORDS.includes(file)))
    expect([name, text.includes('dir="auto"')]).toEqual([name, true]);
});

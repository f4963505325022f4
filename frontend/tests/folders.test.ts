/** A folder that holds more files than one can overlook needs shelves. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MOST = 15;

function crowded(folder: URL): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const inside = entries.filter((entry) => entry.isDirectory());
  const own = entries.length - inside.length > MOST ? [fileURLToPath(folder)] : [];
  return [...own, ...inside.flatMap(({ name }) => crowded(new URL(`${name}/`, folder)))];
}

test.each(['../src/', './'])('no folder of %s holds more than fifteen files', (folder) => {
  expect(crowded(new URL(folder, import.meta.url))).toEqual([]);
});

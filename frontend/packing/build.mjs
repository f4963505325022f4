/** Builds the pack: Python, its library cut to what we load, and our rooms; each file packed for the way. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';
import { withClosures } from './physics/closures.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { resolve } = createRequire(import.meta.url);
const pyodideFolder = dirname(resolve('pyodide/package.json'));
const mujocoFolder = dirname(resolve('@mujoco/mujoco/mujoco.wasm'));
const sources = join(here, '../../src');
const target = process.env['TUMBLETRIP_PACK'] ?? join(sources, 'tumbletrip/local/pack');

const python = await loadPyodide();
python.FS.mkdirTree('/sources');
python.FS.mount(python.FS.filesystems.NODEFS, { root: sources }, '/sources');
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/sources')");
const run = (file) => python.runPython(readFileSync(join(here, file), 'utf-8'));
const stock = (name) => readFileSync(join(pyodideFolder, name));

const TUMBLIN = 'tumblin'; // fetched when that game is wanted
const physics = [
  [
    'mujoco.mjs',
    'text/javascript',
    Buffer.from(withClosures(read(mujocoFolder, 'mujoco.js').toString())),
    TUMBLIN,
  ],
  ['mujoco.wasm', 'application/wasm', read(mujocoFolder, 'mujoco.wasm'), TUMBLIN],
  ['physics.mjs', 'text/javascript', read(here, 'physics/physics.mjs'), TUMBLIN],
];

run('rehearsal.py');
python.globals.set('load_physics', await rehearsedPhysics());
const modules = await python.runPythonAsync('await rehearse()');
run('zipping.py');
python.globals.set('modules', modules);
python.runPython('import json; modules = set(json.loads(modules))');
python.FS.writeFile('/tmp/library.zip', new Uint8Array(stock('python_stdlib.zip')));
/** What an expression makes, by way of a file: large bytes cross the border badly. */
function bytes(code) {
  python.runPython(`import pathlib; pathlib.Path('/tmp/made').write_bytes(${code})`);
  return Buffer.from(python.FS.readFile('/tmp/made'));
}

const files = [
  ['pyodide.mjs', 'text/javascript', stock('pyodide.mjs')],
  ['pyodide.asm.mjs', 'text/javascript', stock('pyodide.asm.mjs')],
  ['pyodide.asm.wasm', 'application/wasm', stock('pyodide.asm.wasm')],
  ['pyodide-lock.json', 'application/json', emptyLock()],
  [
    'python_stdlib.zip',
    'application/zip',
    bytes("cut_library(pathlib.Path('/tmp/library.zip').read_bytes(), modules)"),
  ],
  ['tumbletrip.zip', 'application/zip', bytes("our_rooms('/sources', modules)")],
  ...physics,
  ...learned(),
];
write(files);
process.exit(0); // the host that rehearsed has tasks that wait for ever

function read(folder, name) {
  return readFileSync(join(folder, name));
}

/** The physics as a page will load it, from files as they will lie there. */
async function rehearsedPhysics() {
  const folder = mkdtempSync(join(tmpdir(), 'physics-'));
  for (const [name, , content] of physics) writeFileSync(join(folder, name), content);
  const { loadPhysics } = await import(join(folder, 'physics.mjs'));
  return async () => {
    const loaded = await loadPhysics();
    rmSync(folder, { recursive: true });
    return loaded;
  };
}

/** What bots have learned on each map that the archive of our rooms leaves out, as parts of their own. */
function learned() {
  const folder = join(sources, 'tumbletrip/bots/dicetrip/learning/weights');
  const packed = python.globals.get('WITH_WEIGHTS').toJs();
  return readdirSync(folder)
    .filter((name) => name.endsWith('.steps') && !packed.includes(name.replace('.steps', '')))
    .map((name) => [
      name,
      'application/octet-stream',
      read(folder, name),
      `board/${name.replace('.steps', '')}`,
    ]);
}

/** No package beside the standard library is ever loaded. */
function emptyLock() {
  const { info } = JSON.parse(stock('pyodide-lock.json').toString());
  return Buffer.from(JSON.stringify({ info, packages: {} }));
}

function write(found) {
  const hash = createHash('sha256');
  for (const [name, , content] of found) hash.update(name).update(content);
  const version = hash.digest('hex').slice(0, 12);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, version), { recursive: true });
  const listed = found.map(([name, type, content, part]) => {
    const packed = gzipSync(content, { level: 9 });
    // Not .gz: some servers would unpack that by themselves.
    writeFileSync(join(target, version, `${name}.pack`), packed);
    const own = createHash('sha256').update(content).digest('hex').slice(0, 12); // the same in two packs: fetched once
    return { name, type, hash: own, bytes: content.length, packed: packed.length, ...(part && { part }) };
  });
  writeFileSync(join(target, 'pack.json'), JSON.stringify({ version, files: listed }, null, 1));
}

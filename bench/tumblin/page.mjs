// How long flicks and bots take in a page: `node bench/tumblin/page.mjs`, with Pyodide and MuJoCo's WebAssembly in Node.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const frontend = join(here, '../../frontend');
const mujoco = join(frontend, 'node_modules/@mujoco/mujoco');
const { withClosures } = await import(join(frontend, 'packing/physics/closures.mjs'));
const { loadPyodide } = await import(join(frontend, 'node_modules/pyodide/pyodide.mjs'));

const folder = mkdtempSync(join(tmpdir(), 'physics-'));
writeFileSync(join(folder, 'mujoco.mjs'), withClosures(readFileSync(join(mujoco, 'mujoco.js'), 'utf-8')));
copyFileSync(join(mujoco, 'mujoco.wasm'), join(folder, 'mujoco.wasm'));
copyFileSync(join(frontend, 'packing/physics/physics.mjs'), join(folder, 'physics.mjs'));

const python = await loadPyodide();
const before = process.memoryUsage();
const cpu = process.cpuUsage();
const { loadPhysics } = await import(join(folder, 'physics.mjs'));
const physics = await loadPhysics();
rmSync(folder, { recursive: true });
const { user } = process.cpuUsage(cpu);
console.log(`physics ${physics.version} loaded: ${Math.round(user / 1000)} ms of CPU`);
python.FS.mkdir('/src');
python.FS.mount(python.FS.filesystems.NODEFS, { root: join(here, '../../src') }, '/src');
python.globals.set('physics', physics);
python.globals.set('cpu_ms', () => process.cpuUsage().user / 1000);
python.runPython(readFileSync(join(here, 'page.py'), 'utf-8'));
const mega = (bytes) => Math.round(bytes / 1e6);
console.log(`memory of Node: ${mega(before.rss)} MB with Python alone, ${mega(process.memoryUsage().rss)} MB at the end`);

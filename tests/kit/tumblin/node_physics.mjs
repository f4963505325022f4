// MuJoCo as a page has it, in Node: does what it is told, a line of JSON at a time. `node … FRONTEND FOLDER`
import fs from 'node:fs';
import path from 'node:path';

const [frontend, folder] = process.argv.slice(2);
const { withClosures } = await import(`${frontend}/packing/physics/closures.mjs`);
const stock = `${frontend}/node_modules/@mujoco/mujoco`;
fs.writeFileSync(path.join(folder, 'mujoco.mjs'), withClosures(fs.readFileSync(`${stock}/mujoco.js`, 'utf-8')));
fs.symlinkSync(`${stock}/mujoco.wasm`, path.join(folder, 'mujoco.wasm'));
fs.copyFileSync(`${frontend}/packing/physics/physics.mjs`, path.join(folder, 'physics.mjs'));
const physics = await (await import(path.join(folder, 'physics.mjs'))).loadPhysics();

const simulations = [];
const tell = (answer) => fs.writeSync(1, JSON.stringify(answer) + '\n');
tell({ version: physics.version });

let rest = '';
const chunk = Buffer.alloc(1 << 16);
for (let size; (size = fs.readSync(0, chunk)) > 0; ) {
  const lines = (rest + chunk.toString('latin1', 0, size)).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { on, call, values } = JSON.parse(line);
    if (call === 'simulation') {
      const made = physics.simulation(...values);
      tell({ on: simulations.push(made) - 1, dice: made.dice, geometries: made.geometries });
    } else {
      const row = simulations[on][call](...values);
      tell({ row: row ? Buffer.from(row.buffer).toString('base64') : '' });
    }
  }
}

/** MuJoCo as the device's Python asks it (`tumbletrip.tumblin.physics.engines.page`): whole rows of numbers at a time. */
import load from './mujoco.mjs';

const POSE = 7; // numbers per die
const MOTION = 6;

export async function loadPhysics() {
  const mujoco = await load();
  return { version: mujoco.mj_versionString(), simulation: (xml) => new Simulation(mujoco, xml) };
}

const numbers = (text) => (text ? text.split(' ').map(Number) : []);

/** A compiled model and its state. Views of its memory end when that grows, so they are asked for anew. */
class Simulation {
  #mujoco;
  #model;
  #data;

  constructor(mujoco, xml) {
    this.#mujoco = mujoco;
    this.#model = mujoco.MjModel.from_xml_string(xml);
    this.#data = new mujoco.MjData(this.#model);
    this.dice = this.#data.qpos.length / POSE;
    const kind = mujoco.mjtObj.mjOBJ_GEOM.value;
    const names = Array.from({ length: this.#model.ngeom }, (_, place) =>
      mujoco.mj_id2name(this.#model, kind, place),
    );
    this.geometries = names.join(' ');
  }

  restart(lying, pose, motion) {
    this.#model.qpos0.set(numbers(lying));
    this.#mujoco.mj_resetData(this.#model, this.#data);
    const { qpos, qvel } = this.#data;
    qpos.set(numbers(pose), qpos.length - POSE);
    qvel.set(numbers(motion), qvel.length - MOTION);
  }

  /** Moves time on; all poses, then all motions. */
  step(steps) {
    for (let step = 0; step < steps; step++) this.#mujoco.mj_step(this.#model, this.#data);
    const { qpos, qvel } = this.#data;
    const row = new Float64Array(qpos.length + qvel.length);
    row.set(qpos);
    row.set(qvel, qpos.length);
    return row;
  }

  /** For each step all poses, how many things touch, and for each pair its two geometries and their force. */
  filmed(steps) {
    const row = [];
    for (let step = 0; step < steps; step++) {
      this.#mujoco.mj_step(this.#model, this.#data);
      row.push(...this.#data.qpos);
      const touches = this.#data.ncon ? this.#touches() : [];
      row.push(touches.length / 3, ...touches);
    }
    return Float64Array.from(row);
  }

  #touches() {
    const { contact, efc_force: forces } = this.#data;
    const found = [];
    for (let place = 0; place < this.#data.ncon; place++) {
      const one = contact.get(place);
      if (one.efc_address >= 0) found.push(one.geom1, one.geom2, forces[one.efc_address]);
      one.delete();
    }
    contact.delete();
    return found;
  }

  take_away(die, pose) {
    this.#data.qpos.set(numbers(pose), die * POSE);
    this.#data.qvel.fill(0, die * MOTION, (die + 1) * MOTION);
  }

  free() {
    this.#data.delete();
    this.#model.delete();
  }
}

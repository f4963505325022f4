/** Python in a worker: started plainly the first time, later from a copy of the memory that was made then. */
import { dropFile, keepFile, keptBytes, keptFile, letGo } from './pack';

/** What we use of Pyodide. */
export interface Python<Module> {
  FS: FileSystem;
  pyimport: (name: string) => Module;
  makeMemorySnapshot: () => Uint8Array<ArrayBuffer>;
}
interface Options {
  indexURL: string;
  _makeSnapshot?: boolean;
  _loadSnapshot?: Uint8Array<ArrayBuffer>;
}
interface Loader {
  loadPyodide: <Module>(options: Options) => Promise<Python<Module>>;
}
interface FileSystem {
  mkdirTree: (path: string) => void;
  writeFile: (path: string, bytes: Uint8Array, options: { canOwn: boolean }) => void;
}

const MEMORY = 'memory';
const ROOMS = '/lib/python3.14/site-packages/';

/** A module of ours, with everything it imports. */
export async function startedModule<Module>(pack: string, name: string): Promise<Module> {
  const memory = await keptFile(pack, MEMORY);
  if (memory) {
    try {
      const bytes = await keptBytes(memory);
      const started = await python<Module>(pack, { _loadSnapshot: bytes });
      letGo(bytes.buffer);
      return started.pyimport(name);
    } catch (error) {
      console.warn(error); // cut off, or of a browser that has changed since: it is made again
      await dropFile(pack, MEMORY);
    }
  }
  const started = await python<Module>(pack, { _makeSnapshot: true });
  const module = started.pyimport(name);
  const copy = started.makeMemorySnapshot();
  const kept = keepFile(pack, MEMORY, copy).catch(() => {}); // no room: starts stay slower
  void kept.then(() => letGo(copy.buffer));
  return module;
}

async function python<Module>(pack: string, options: Omit<Options, 'indexURL'>): Promise<Python<Module>> {
  const rooms = fetch(`${pack}tumbletrip.zip`).then((found) => found.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pack}pyodide.mjs`)) as Loader;
  const started = await loadPyodide<Module>({ indexURL: pack, ...options });
  layOut(started.FS, ROOMS, new Uint8Array(await rooms));
  return started;
}

const HEADER = 0x04034b50; // of a file in an archive
const HEADER_BYTES = 30;

/** Lay the files of an archive that is not compressed into a file system, without copying them. */
export function layOut(files: FileSystem, root: string, archive: Uint8Array): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = new TextDecoder();
  const folders = new Set<string>();
  for (let at = 0; view.getUint32(at, true) === HEADER;) {
    const [size, nameSize, extraSize] = [
      view.getUint32(at + 18, true),
      view.getUint16(at + 26, true),
      view.getUint16(at + 28, true),
    ];
    const nameAt = at + HEADER_BYTES;
    const path = root + text.decode(archive.subarray(nameAt, nameAt + nameSize));
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (!folders.has(folder)) files.mkdirTree(folder);
    folders.add(folder);
    const from = nameAt + nameSize + extraSize;
    at = from + size;
    files.writeFile(path, archive.subarray(from, at), { canOwn: true });
  }
}

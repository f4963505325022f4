// Python as a page has it: `node pyodide_page.mjs PYODIDE SOURCES SCRIPT`; the script's last value is printed.
import { readFileSync } from 'node:fs';

const [folder, sources, script] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide();
python.FS.mkdir('/src');
python.FS.mount(python.FS.filesystems.NODEFS, { root: sources }, '/src');
console.log(python.runPython(readFileSync(script, 'utf-8')));

// Python as a page has it: `node pyodide_page.mjs PYODIDE SOURCES SCRIPT`; the script's last value is printed.
import { readFileSync } from 'node:fs';

const [folder, sources, script] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const python = await loadPyodide();
python.FS.mkdir('/src');
python.FS.mount(python.FS.filesystems.NODEFS, { root: sources }, '/src');
try {
  const told = await python.runPythonAsync(readFileSync(script, 'utf-8'));
  process.stdout.write(`${told}\n`, () => process.exit()); // timers of the script would keep Node for minutes
} catch (error) {
  console.error(error.message); // without the line of Pyodide's own script, which is half a megabyte long
  process.exit(1);
}

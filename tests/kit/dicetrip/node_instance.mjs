// Runs a WebAssembly module and does what it is told, a line of JSON at a time.
import fs from 'node:fs';

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(process.argv[2])));
const pages = () => exports.memory.buffer.byteLength / 65536;
const orders = {
  start: () => ({ heap_base: exports.__heap_base.value, pages: pages() }),
  grow: ({ by }) => exports.memory.grow(by) && { pages: pages() },
  write: ({ at, block }) => Buffer.from(exports.memory.buffer).set(Buffer.from(block, 'base64'), at) ?? {},
  read: ({ at, size }) => ({ block: Buffer.from(exports.memory.buffer, at, size).toString('base64') }),
  call: ({ entry, addresses }) => {
    const began = process.cpuUsage();
    exports[entry](...addresses);
    const { user, system } = process.cpuUsage(began);
    return { microseconds: user + system };
  },
};

let rest = '';
const chunk = Buffer.alloc(1 << 16);
for (let size; (size = fs.readSync(0, chunk)) > 0; ) {
  const lines = (rest + chunk.toString('latin1', 0, size)).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const order = JSON.parse(line);
    fs.writeSync(1, JSON.stringify(orders[order.do](order)) + '\n');
  }
}

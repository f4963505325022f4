/** The worker in which this device's Python runs; it answers as a server would, and draws nothing. */
import type { FromDevice, ToDevice, Trouble } from './talk';
import { Journal } from './journal';
import { fetchPart, keptFile } from './pack';
import { startedModule } from './python';

/** `tumbletrip.local.page`. */
interface PageModule {
  Page: (journal: Journal, say: Say, hangUp: HangUp, load: () => Promise<Physics>, learned: Learned) => Page;
}
/** What bots have learned on a map of the package. */
type Learned = (board: string) => Promise<Uint8Array | undefined>;
type Say = (line: number, text: string) => void;
type HangUp = (line: number, code: number) => void;
/** Of `packing/physics/physics.mjs`; only Python asks it. */
type Physics = object;
interface Page {
  open: () => Promise<string>;
  request: (method: string, path: string, headers: string, body: string) => Promise<string>;
  trouble: () => Trouble;
  dial: (line: number) => void;
  hear: (line: number, table: string, text: string) => Promise<void>;
  hang_up: (line: number) => void;
}

const LOCK = 'tumbletrip-device';
const LEFT_WITHIN_MS = 4000; // that a page which was left may take to let go
const TUMBLIN = 'tumblin'; // the part of the pack with its physics

const tell = (message: FromDevice): void => postMessage(message);
let page: Page | null = null;
let trouble: Trouble = '';
/** Messages are taken one after the other, in the order in which they came. */
let before: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ToDevice>) => {
  before = before.then(() => take(data)).catch((error: unknown) => console.error(error));
});

async function take(message: ToDevice): Promise<void> {
  if (message.kind === 'begin') return begin(message.pack);
  if (!page) return;
  if (message.kind === 'ask') await answer(page, message);
  else if (message.kind === 'dial') page.dial(message.line);
  else if (message.kind === 'frame') await page.hear(message.line, message.table, message.text);
  else page.hang_up(message.line);
  tellTrouble();
}

/** After whatever may have failed to be kept: a command is answered later than it was taken. */
function tellTrouble(): void {
  if (page && page.trouble() !== trouble) tell({ kind: 'trouble', trouble: (trouble = page.trouble()) });
}

async function begin(pack: string): Promise<void> {
  if (!(await isOurs())) return tell({ kind: 'none', why: 'taken' });
  try {
    const journal = new Journal();
    await journal.open();
    page = await started(pack, journal);
    const word = await page.open();
    tell(word === 'open' ? { kind: 'ready' } : { kind: 'none', why: 'newer' });
  } catch (error) {
    console.error(error);
    tell({ kind: 'none', why: 'failed' });
  }
}

/** One tab at a time: two would write one journal without knowing of each other. A page that is left needs a moment. */
function isOurs(): Promise<boolean> {
  return new Promise((resolve) => {
    const keep = (): Promise<never> => {
      resolve(true);
      return new Promise(() => {}); // kept for as long as this worker lives
    };
    const signal = AbortSignal.timeout(LEFT_WITHIN_MS);
    navigator.locks.request(LOCK, { signal }, keep).catch(() => resolve(false));
  });
}

async function started(pack: string, journal: Journal): Promise<Page> {
  const { Page } = await startedModule<PageModule>(pack, 'tumbletrip.local.page');
  const say: Say = (line, text) => {
    tell({ kind: 'said', line, text });
    tellTrouble();
  };
  const hangUp: HangUp = (line, code) => tell({ kind: 'closed', line, code });
  return Page(
    journal,
    say,
    hangUp,
    () => physics(pack),
    (board) => learned(pack, board),
  );
}

/** The physics of Tumblin-Dice, fetched and loaded when it is first needed. */
async function physics(pack: string): Promise<Physics> {
  try {
    await fetchPart(pack, TUMBLIN, (share) => tell({ kind: 'fetching', share }));
  } finally {
    tell({ kind: 'fetching', share: null });
  }
  const { loadPhysics } = (await import(/* @vite-ignore */ `${pack}physics.mjs`)) as {
    loadPhysics: () => Promise<Physics>;
  };
  return loadPhysics();
}

/** What bots have learned on a map: it is fetched once; nothing without a line, and for maps on which they have not. */
async function learned(pack: string, board: string): Promise<Uint8Array | undefined> {
  await fetchPart(pack, `board/${board}`, () => {}).catch(() => {});
  const kept = await keptFile(pack, `${board}.steps`);
  return kept && new Uint8Array(await kept.arrayBuffer());
}

async function answer(device: Page, asked: Extract<ToDevice, { kind: 'ask' }>): Promise<void> {
  const { id, method, path, headers, body } = asked;
  try {
    const told = await device.request(method, path, headers, body);
    const [status, type, text] = JSON.parse(told) as [number, string, string];
    tell({ kind: 'answer', id, status, type, body: text });
  } catch (error) {
    console.error(error);
    tell({ kind: 'answer', id, status: 500, type: 'text/plain', body: '' });
  }
}

/** The pack: what this device needs to play by itself. Fetched on demand, kept in a cache of its own. */
import { addressOf } from '$lib/base';

const PREFIX = 'pack-';
const PACKS = addressOf('/pack/');

interface PackFile {
  name: string;
  type: string;
  hash: string;
  bytes: number;
  packed: number;
  /** The game it is for; what has none is needed always. */
  part?: string;
}
interface PackList {
  version: string;
  files: PackFile[];
}

/** Whether browsers let this page keep a pack at all: not in private windows of some, nor over plain http. */
export const mayKeepPack = (): boolean =>
  'caches' in globalThis && 'serviceWorker' in navigator && 'locks' in navigator;

/** Where the kept pack lies, as an address that the service worker answers; null if there is none. */
export async function keptPack(): Promise<string | null> {
  const version = await keptVersion();
  return version && new URL(`${PACKS}${version}/`, location.href).href;
}

async function keptVersion(): Promise<string | null> {
  if (!mayKeepPack()) return null;
  const names = await caches.keys();
  for (const name of names.filter((one) => one.startsWith(PREFIX)))
    if (await (await caches.open(name)).match(PACKS + 'whole')) return name.slice(PREFIX.length);
  return null;
}

const MEGA = 1_000_000;
const MEMORY_BYTES = 31 * MEGA; // of the copy that a first start leaves here, for quick ones

interface Size {
  /** That come over the line. */
  packed: number;
  /** That are taken here, with what a first start adds. */
  bytes: number;
}

export async function sizeOfPack(): Promise<Size> {
  const { packed, bytes } = sizeOf((await offered()).files);
  return { packed, bytes: bytes + MEMORY_BYTES };
}

/** How many bytes of what is offered are not here: parts that nothing needed so far, or what a newer pack changes. */
export async function missingBytes(): Promise<number> {
  const { version, files } = await offered();
  const isHere = await Promise.all(files.map((file) => sameFile(version, file)));
  return sizeOf(files.filter((_, place) => !isHere[place])).packed;
}

const NEWER_WITHIN_MS = 2000; // a start waits no longer to hear of a newer pack

/** Whether another pack is offered than the one that is kept here; nobody knows without a line. */
export async function isOutdated(): Promise<boolean> {
  const kept = await keptVersion();
  if (!kept) return false;
  const now = await offered(AbortSignal.timeout(NEWER_WITHIN_MS)).catch(() => null);
  return now !== null && now.version !== kept;
}

function sizeOf(files: PackFile[]): Size {
  const sum = (part: 'packed' | 'bytes') => files.reduce((total, file) => total + file[part], 0);
  return { packed: sum('packed'), bytes: sum('bytes') };
}

async function offered(signal?: AbortSignal): Promise<PackList> {
  const answer = await fetch(`${PACKS}pack.json`, { cache: 'no-cache', ...(signal && { signal }) });
  if (!answer.ok) throw new Error(`no pack: ${answer.status}`);
  return (await answer.json()) as PackList;
}

/** What is to be fetched: all, or only what every game needs, with the parts that are here of an earlier pack. */
export type Extent = 'all' | 'needed';

/** Fetch the pack; `tell` hears how much of it is there, from 0 to 1. A cut fetch leaves nothing that counts. */
export async function fetchPack(extent: Extent, tell: Tell, signal?: AbortSignal): Promise<void> {
  const { version, files } = await offered();
  const kept = await keptVersion();
  const isHere = await Promise.all(files.map(({ part }) => !part || (kept && isKept(kept, part))));
  const wanted = files.filter((_, place) => extent === 'all' || isHere[place]);
  await fetchFiles(version, wanted, tell, signal).catch(async (error: unknown) => {
    if (isNoRoom(error) && version !== kept) await caches.delete(PREFIX + version); // half of it only takes room
    throw signal?.aborted ? signal.reason : error;
  });
  await navigator.serviceWorker.ready; // the app's own files are kept here as well
  await (await caches.open(PREFIX + version)).put(PACKS + 'whole', new Response(version));
  await dropPacks(version);
  void navigator.storage?.persist?.(); // Firefox asks people first: nobody waits for their answer
}

/** Whether a fetch failed because this device is full, and not because of the line. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Whether a file, or the mark of a part that is here whole, is kept in a pack. */
async function isKept(version: string, name: string): Promise<boolean> {
  return Boolean(await (await caches.open(PREFIX + version)).match(placeOf(version, name)));
}

/** A file as it is kept here, in its own pack or unchanged in an earlier one. */
async function sameFile(version: string, { name, hash }: PackFile): Promise<Response | undefined> {
  const packs = (await caches.keys()).filter((one) => one.startsWith(PREFIX));
  for (const pack of new Set([PREFIX + version, ...packs])) {
    const cache = await caches.open(pack);
    const found = await cache.match(placeOf(pack.slice(PREFIX.length), name));
    if (found?.headers.get(HASH) === hash) return found;
  }
  return undefined;
}

const versionOf = (pack: string): string => pack.split('/').at(-2) ?? '';

/** A file that is kept with the pack at an address. */
export async function keptFile(pack: string, name: string): Promise<Response | undefined> {
  const version = versionOf(pack);
  return (await caches.open(PREFIX + version)).match(placeOf(version, name));
}

/** Keep a file that this device made with the pack at an address: it goes with it. */
export async function keepFile(pack: string, name: string, bytes: Uint8Array): Promise<void> {
  const version = versionOf(pack);
  const headers = { [SIZE]: String(bytes.length) };
  const file = new Response(inPieces(bytes), { headers });
  await (await caches.open(PREFIX + version)).put(placeOf(version, name), file);
}

const SIZE = 'Content-Length';
const HASH = 'ETag';

/** Bytes as a stream: handed over whole, all of them would be copied at once. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at < bytes.length) stream.enqueue(bytes.slice(at, (at += MEGA)));
      else stream.close();
    },
  });
}

/** What `keepFile` kept, laid into one piece of memory as it comes; a file that was cut off is an error. */
export async function keptBytes(file: Response): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Number(file.headers.get(SIZE)));
  let at = 0;
  await file.body?.pipeTo(
    new WritableStream<Uint8Array<ArrayBuffer>>({
      write(piece) {
        bytes.set(piece, at);
        at += piece.length;
        if (piece.length === piece.buffer.byteLength) letGo(piece.buffer);
      },
    }),
  );
  if (!at || at !== bytes.length) throw new Error(`${at} of ${bytes.length} bytes`);
  return bytes;
}

export async function dropFile(pack: string, name: string): Promise<void> {
  const version = versionOf(pack);
  await (await caches.open(PREFIX + version)).delete(placeOf(version, name));
}

/** Give memory back at once: Pyodide keeps its options for as long as it runs, and nobody says when others are collected. */
export function letGo(bytes: ArrayBuffer & { transfer?: (size: number) => ArrayBuffer }): void {
  bytes.transfer?.(0); // browsers from before 2024 lack it, and need 31 MB more
}

/** Fetch what one game needs beside the kept pack at an address, unless it is here; workers may ask, too. */
export async function fetchPart(pack: string, part: string, tell: Tell): Promise<void> {
  const version = versionOf(pack);
  if (await isKept(version, part)) return;
  const list = await offered();
  if (list.version !== version) throw new Error(`kept ${version}, offered ${list.version}`);
  const files = list.files.filter((file) => file.part === part);
  await fetchFiles(version, files, tell);
}

type Tell = (share: number) => void;
const placeOf = (version: string, name: string): string => `${PACKS}${version}/${name}`;

async function fetchFiles(
  version: string,
  files: PackFile[],
  tell: Tell,
  signal?: AbortSignal,
): Promise<void> {
  const total = sizeOf(files).packed;
  const cache = await caches.open(PREFIX + version);
  let come = 0;
  for (const file of files) {
    const place = placeOf(version, file.name);
    if (!(await isKept(version, file.name))) {
      const seen = come;
      await cache.put(
        place,
        (await sameFile(version, file)) ??
          (await unpacked(`${place}.pack`, file, signal, (bytes) => tell((seen + bytes) / total))),
      );
    }
    come += file.packed;
    tell(come / total);
  }
  for (const part of new Set(files.map((file) => file.part)))
    if (part) await cache.put(placeOf(version, part), new Response(part));
}

async function unpacked(
  place: string,
  { type, hash }: PackFile,
  signal: AbortSignal | undefined,
  tell: (bytes: number) => void,
): Promise<Response> {
  const answer = await fetch(place, signal ? { signal } : {});
  if (!answer.ok || !answer.body) throw new Error(`${place}: ${answer.status}`);
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      tell(bytes);
      controller.enqueue(chunk);
    },
  });
  const plain = answer.body.pipeThrough(counting).pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain, { headers: { 'Content-Type': type, [HASH]: hash } });
}

/** Remove all packs but one; tables stay where they are. */
export async function dropPacks(but?: string): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + but);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** What some browsers tell about the line. */
interface Line {
  saveData?: boolean;
  type?: string;
}

/** Whether a line is surely not paid by the megabyte; a browser that tells nothing leaves the choice to people. */
export function isUnmetered(line: Line | undefined): boolean {
  const isPaid = line?.saveData || ['cellular', 'bluetooth', 'wimax'].includes(line?.type ?? '');
  return line !== undefined && !isPaid;
}

/** Whether this device's line is such a one. */
export const isFree = (): boolean => isUnmetered((navigator as { connection?: Line }).connection);

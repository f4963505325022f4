/** This device as its own server: started when it is first needed, asked like the other one. */
import type { Wire } from '$lib/table/session/connection.svelte';
import { ownWorker } from '$lib/trust';
import WORKER from './device.worker.ts?worker&url';
import { fetchPack, isFree, isNoRoom, isOutdated, keptPack, mayKeepPack, type Extent } from './pack';
import { isAlone } from './place';
import type { FromDevice, NoDevice, ToDevice, Trouble } from './talk';

const GONE = 1013; // try again later

interface Open {
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

class LocalDevice {
  /** Why there is none at the moment, or why it keeps nothing. */
  trouble = $state<NoDevice | Trouble>('');
  /** How much of the pack is here while it is being fetched, from 0 to 1. */
  share = $state<number | null>(null);
  #fetching: Promise<void> | null = null;
  #pausing = new AbortController();
  #worker: Promise<Worker | null> | null = null;
  #asked = new Map<number, (answer: Response) => void>();
  #lines = new Map<number, Open>();
  #number = 0;

  /** The running worker; null if there is no pack, or the device is not to be had. */
  #running(): Promise<Worker | null> {
    this.#worker ??= this.#started().then((worker) => {
      if (!worker) this.#worker = null; // asked again the next time
      return worker;
    });
    return this.#worker;
  }

  async #started(): Promise<Worker | null> {
    const why = await this.#withoutPack();
    const pack = await keptPack();
    if (!pack) {
      this.trouble = why;
      return null;
    }
    await controlled();
    const worker = ownWorker(WORKER);
    addEventListener('pagehide', () => this.#end(worker), { once: true }); // the next page needs the lock
    const said = await new Promise<FromDevice>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromDevice>) => resolve(data), {
        once: true,
      });
      worker.addEventListener('error', () => resolve({ kind: 'none', why: 'failed' }), { once: true });
      worker.postMessage({ kind: 'begin', pack } satisfies ToDevice);
    });
    if (said.kind === 'none') {
      this.trouble = said.why;
      worker.terminate();
      return null;
    }
    this.trouble = '';
    worker.addEventListener('message', ({ data }: MessageEvent<FromDevice>) => this.#hear(data));
    return worker;
  }

  /**
   * Fetch the pack where nobody else could play, and a newer one where that costs nothing: the one that is here plays on
   * if that fails. Why there is none, if there is none.
   */
  async #withoutPack(): Promise<NoDevice> {
    if (!mayKeepPack()) return 'no_storage';
    const isWanted = (await keptPack()) ? (isAlone() || isFree()) && (await isOutdated()) : isAlone();
    if (!isWanted) return 'no_pack';
    return this.fetch('needed').then(
      () => 'no_pack',
      (error: unknown) => (isNoRoom(error) ? 'no_room' : 'no_pack'),
    );
  }

  #hear(message: FromDevice): void {
    switch (message.kind) {
      case 'answer': {
        const { id, status, type, body } = message;
        this.#asked.get(id)?.(new Response(body, { status, headers: { 'Content-Type': type } }));
        this.#asked.delete(id);
        break;
      }
      case 'said':
        this.#lines.get(message.line)?.onmessage?.(new MessageEvent('message', { data: message.text }));
        break;
      case 'closed':
        this.#lines.get(message.line)?.onclose?.(new CloseEvent('close', { code: message.code }));
        this.#lines.delete(message.line);
        break;
      case 'trouble':
        this.trouble = message.trouble;
        break;
      case 'fetching':
        this.share = message.share;
        break;
    }
  }

  /** The answer to a request of the HTTP API; null if this device cannot answer. */
  async ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body = '',
  ): Promise<Response | null> {
    const worker = await this.#running();
    if (!worker) return null;
    const id = ++this.#number;
    const message: ToDevice = { kind: 'ask', id, method, path, headers: JSON.stringify(headers), body };
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      worker.postMessage(message);
    });
  }

  /** A line to a table of this device, like a WebSocket. */
  dial(table: string): Wire {
    const line = ++this.#number;
    const tell = (message: ToDevice) => void this.#running().then((worker) => worker?.postMessage(message));
    const wire: Wire = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => tell({ kind: 'frame', line, table, text: String(text) }),
      close: () => {
        this.#lines.delete(line);
        tell({ kind: 'hang up', line });
      },
    };
    this.#lines.set(line, wire as Open);
    void this.#running().then((worker) => {
      if (!this.#lines.has(line)) return;
      if (worker) {
        tell({ kind: 'dial', line });
        (wire.onopen as ((event: Event) => void) | null)?.(new Event('open'));
      } else (wire as Open).onclose?.(new CloseEvent('close', { code: GONE }));
    });
    return wire;
  }

  /** Fetch the pack, once at a time; what was there before a pause is not fetched again. */
  fetch(extent: Extent = 'all'): Promise<void> {
    this.#pausing = new AbortController();
    this.share ??= 0;
    const tell = (share: number) => (this.share = share);
    this.#fetching ??= fetchPack(extent, tell, this.#pausing.signal).finally(() => {
      this.#fetching = null;
      this.share = null;
    });
    return this.#fetching;
  }

  pause(): void {
    this.#pausing.abort();
  }

  /** End the worker; the next question starts it again. */
  async stop(): Promise<void> {
    const worker = await this.#worker;
    if (worker) this.#end(worker);
  }

  #end(worker: Worker): void {
    this.#worker = null;
    worker.terminate();
    for (const line of this.#lines.values()) line.onclose?.(new CloseEvent('close', { code: GONE }));
    this.#lines.clear();
  }
}

/** The service worker hands out the kept pack: on a first visit it takes a moment until it does. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}

export const device = new LocalDevice();

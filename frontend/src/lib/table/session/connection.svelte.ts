/** The socket of a table: reconnects with backoff, resumes from the last event, resends unanswered commands. */
import { newId } from '$lib/api';
import { unanswered } from '$lib/device';
import { finishChanging, isChanging } from '$lib/keys';
import {
  CLOSED,
  PROTOCOL,
  type Action,
  type AnswerMessage,
  type CommandFrame,
  type Hello,
  type LinkFrame,
  type Message,
} from '$lib/protocol/socket';
import type { LoggedEvent, TableView } from '$lib/protocol/views';
import { mayTakePart } from '$lib/fair/session.svelte';
import { isHere } from '$lib/local/place';
import { localWire } from '$lib/local/wire';
import { withChanges } from './changing';

export type Line = 'connecting' | 'open' | 'broken' | 'gone' | 'sealed' | 'outdated';

/** The server's answer to a command: accepted, or the key of the refusal. */
export type Answer = { ok: true } | { ok: false; refusal: string };

/** The part of a WebSocket that is used here, so that tests can replace it. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Persists unanswered commands, so that they survive a reload of the page. */
export interface Keeper {
  read: () => CommandFrame[];
  write: (frames: CommandFrame[]) => void;
}

interface Asked {
  frame: CommandFrame;
  resolve: (answer: Answer) => void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const PING_EVERY_MS = 20_000;
const SILENT_AFTER_MS = 6000; // without an answer to a ping
const ANSWERED_WITHIN_MS = 3000; // something is heard after a command, or a ping is sent

/** Exponential backoff with jitter. */
export function waitBefore(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return longest * (0.5 + 0.5 * chance);
}

export class TableConnection {
  line = $state<Line>('connecting');
  view = $state.raw<TableView | null>(null);
  seats = $state.raw<number[]>([]);
  presence = $state.raw<boolean[]>([]);
  /** Seats whose people have been here since this page looks; it changes with `presence`. */
  readonly met = new Set<number>();
  /** By seat, when a bot may stand in for it, as `performance.now` counts. */
  standInAt = $state.raw<number[]>([]);
  /** By seat, how ready its bot is, in percent; empty while the server has not said that one is not. */
  botsReady = $state.raw<number[]>([]);
  code = $state('');
  /** The number of people's unanswered commands; a device's part in the dice goes by itself, and must not block a button. */
  asked = $state(0);
  /** Called with events as they happen, not with those of the past. */
  onnews: (events: LoggedEvent[]) => void = () => {};
  /** Called with past events that this connection had missed. */
  onpast: (events: LoggedEvent[]) => void = () => {};

  /** Called when the secret of one of our seats was rotated: the old one is void. */
  onrekeyed: () => void = () => {};

  #since = 0;
  #said: string[] | null = null; // the secrets of our last hello
  #wire: Wire | null = null;
  #waiting = new Map<string, Asked>();
  #early: AnswerMessage[] = []; // that arrived before the update with their events
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isExpecting = false; // the silence timer runs
  #ending = new AbortController();

  constructor(
    private readonly secrets: () => string[],
    private readonly dial: () => Wire,
    private readonly keeper: Keeper,
    private readonly needsNoNetwork = false,
    /** Whether this device takes part in drawing dice. */
    private readonly takesPart = false,
  ) {
    for (const frame of keeper.read()) this.#waiting.set(frame.id, { frame, resolve: () => {} });
    this.#count();
  }

  open(): void {
    const wire = this.dial();
    this.#wire = wire;
    wire.onopen = () => this.#greet(wire);
    wire.onmessage = (event) => this.#hear(wire, JSON.parse(String(event.data)) as Message);
    wire.onclose = (event) => this.#lost(wire, event.code);
  }

  /** Aborted when this connection is closed for good. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Close for good. */
  close(): void {
    this.#ending.abort();
    this.#quiet();
    clearTimeout(this.#retry);
    this.#wire?.close();
  }

  /** Reconnect now instead of waiting, or check that the connection is alive. */
  wake(): void {
    if (this.ending.aborted) return;
    if (this.line === 'broken') {
      clearTimeout(this.#retry);
      this.#attempt = 0;
      this.open();
    } else if (this.line === 'open') this.#pingNow();
  }

  /** There is no network: say so at once. Retries go on, since browsers may be wrong about it. */
  lose(): void {
    if (this.needsNoNetwork) return;
    if (this.#wire && (this.line === 'open' || this.line === 'connecting')) this.#lost(this.#wire, 0);
  }

  /** Reconnect with the secrets that this device has now. */
  comeBack(): void {
    if (this.ending.aborted) return;
    this.#drop();
    clearTimeout(this.#retry);
    this.line = 'broken';
    this.open();
  }

  /** Another tab may have received the secret that was missing here: then try again. */
  hearOfMemory(): void {
    if (this.line === 'gone' && this.#hasNewSecrets()) this.comeBack();
  }

  #hasNewSecrets(): boolean {
    return this.#said !== null && this.secrets().join() !== this.#said.join();
  }

  /** Send a command; resolves with its answer, across reconnects. */
  ask(seat: number, action: Action): Promise<Answer> {
    const frame: CommandFrame = { type: 'command', id: newId(), seat, round: this.view?.round ?? 0, action };
    return new Promise((resolve) => {
      this.#waiting.set(frame.id, { frame, resolve });
      this.#keep();
      if (this.line !== 'open') return;
      this.#send(frame);
      this.#expectAnswer();
    });
  }

  /** Give a link for the draw under way; there is no answer, and after a lost line it is given again. */
  give(seat: number, number: number, link: string): void {
    const frame: LinkFrame = { type: 'link', seat, number, link };
    if (this.line === 'open') this.#send(frame);
  }

  /** A line that seems open may be dead: if nothing is heard soon after a command, a ping finds out. */
  #expectAnswer(): void {
    if (this.#isExpecting) return;
    this.#isExpecting = true;
    this.#silence = setTimeout(() => this.#pingNow(), ANSWERED_WITHIN_MS);
  }

  #send(frame: object): void {
    this.#wire?.send(JSON.stringify(frame));
  }

  #greet(wire: Wire): void {
    if (wire !== this.#wire) return;
    const secrets = this.secrets();
    this.#said = secrets;
    const hello: Hello = {
      type: 'hello',
      secrets,
      since: this.#since,
      protocol: PROTOCOL,
      changes: true,
      fair: this.takesPart,
    };
    this.#send(hello);
  }

  #hear(wire: Wire, message: Message): void {
    if (wire !== this.#wire) return;
    clearTimeout(this.#silence);
    this.#isExpecting = false;
    switch (message.type) {
      case 'welcome':
        this.code = message.code;
        this.seats = message.seats;
        this.#hearPresence(message.presence, message.until_stand_in_ms);
        this.botsReady = [];
        this.#since = message.seq;
        this.view = message.view;
        this.onpast(message.events);
        this.#hearEarly();
        this.#settle();
        break;
      case 'update':
        this.#since = message.events.at(-1)?.seq ?? this.#since;
        if ('view' in message) this.view = message.view;
        else this.view = this.view && withChanges(this.view, message.changes);
        this.onnews(message.events);
        this.#hearOfKeys(message.events);
        this.#hearEarly();
        break;
      case 'presence':
        this.#hearPresence(message.seats, message.until_stand_in_ms);
        break;
      case 'bots':
        this.botsReady = message.ready;
        break;
      case 'answer':
        this.#answered(message);
        break;
      case 'pong':
        break;
    }
  }

  #hearPresence(seats: boolean[], untilStandIn: number[]): void {
    for (const [seat, isHere] of seats.entries()) if (isHere) this.met.add(seat);
    this.presence = seats;
    this.standInAt = untilStandIn.map((ms) => performance.now() + ms);
  }

  #hearOfKeys(events: LoggedEvent[]): void {
    if (events.some(({ event }) => event.kind === 'rekeyed' && this.seats.includes(event.seat)))
      this.onrekeyed();
  }

  /** Connected: resend unanswered commands. The server recognises ids that it has processed. */
  #settle(): void {
    this.line = 'open';
    this.#attempt = 0;
    for (const { frame } of this.#waiting.values()) this.#send(frame);
    this.#quiet();
    this.#ping = setInterval(() => this.#pingNow(), PING_EVERY_MS);
  }

  /** An acceptance resolves only after the update with its events, so that a move never flickers. */
  #answered(message: AnswerMessage): void {
    if (message.ok && message.seq > this.#since) {
      this.#early.push(message);
      return;
    }
    const asked = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    this.#keep();
    asked?.resolve(message.ok ? { ok: true } : { ok: false, refusal: message.refusal });
  }

  #hearEarly(): void {
    const early = this.#early;
    this.#early = [];
    for (const message of early) this.#answered(message);
  }

  #count(): void {
    this.asked = [...this.#waiting.values()].filter(({ frame }) => frame.action.do !== 'anchor').length;
  }

  #keep(): void {
    this.#count();
    this.keeper.write([...this.#waiting.values()].map(({ frame }) => frame));
  }

  #pingNow(): void {
    this.#send({ type: 'ping' });
    clearTimeout(this.#silence);
    this.#isExpecting = true;
    const wire = this.#wire;
    this.#silence = setTimeout(() => wire && this.#lost(wire, 0), SILENT_AFTER_MS);
  }

  #lost(wire: Wire, code: number): void {
    if (wire !== this.#wire || this.ending.aborted) return;
    this.#drop();
    if (code === CLOSED.notFound && !this.#hasNewSecrets()) this.line = 'gone';
    else if (code === CLOSED.sealed) this.line = 'sealed';
    else if (code === CLOSED.oldClient) this.line = 'outdated';
    else {
      this.line = 'broken';
      this.#retry = setTimeout(() => this.open(), waitBefore(this.#attempt++, Math.random()));
    }
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#quiet();
    wire?.close();
  }

  #quiet(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    this.#isExpecting = false;
  }
}

/** A line to a table: to our own server, or to this device. */
function dial(table: string): Wire {
  if (isHere(table)) return localWire(table);
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/socket`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address);
}

/** The connection to a table. */
export function connect(table: string, secrets: () => string[]): TableConnection {
  const connection = new TableConnection(
    secrets,
    () => dial(table),
    unanswered(table),
    isHere(table),
    mayTakePart(table),
  );
  const comeBack = () => connection.comeBack();
  // The rotation may have been started by another tab, or by this one before a reload.
  connection.onrekeyed = () => void finishChanging(table).then(comeBack, comeBack);
  addEventListener('storage', () => connection.hearOfMemory(), { signal: connection.ending });
  connection.open();
  if (isChanging(table)) connection.onrekeyed();
  return connection;
}

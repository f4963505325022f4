/** A table's socket: comes back by itself, asks for what it missed, repeats what was not answered. */
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
  type Message,
} from '$lib/protocol/socket';
import type { LoggedEvent, TableView } from '$lib/protocol/views';
import { withChanges } from './changing';

export type Line = 'connecting' | 'open' | 'broken' | 'gone' | 'outdated';

/** How the server answered a command: taken, or the name of the rule against it. */
export type Answer = { ok: true } | { ok: false; refusal: string };

/** The part of a WebSocket that we use, so that tests can stand in for the network. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Where commands without an answer are kept, so that they survive a reload of the page. */
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
const SILENT_AFTER_MS = 12_000; // without an answer to a ping

/** Wait longer after each failure, and never all at the same moment. */
export function waitBefore(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return longest * (0.5 + 0.5 * chance);
}

export class TableConnection {
  line = $state<Line>('connecting');
  view = $state.raw<TableView | null>(null);
  seats = $state.raw<number[]>([]);
  presence = $state.raw<boolean[]>([]);
  code = $state('');
  /** Commands on their way. */
  asked = $state(0);
  /** Called with events as they happen, not with those of the past. */
  onnews: (events: LoggedEvent[]) => void = () => {};
  /** Called with the events of the past that this connection did not know. */
  onpast: (events: LoggedEvent[]) => void = () => {};

  /** Called when one of our seats has got a new secret: what we said hello with opens nothing any more. */
  onrekeyed: () => void = () => {};

  #since = 0;
  #said: string[] | null = null; // the secrets of our last hello
  #wire: Wire | null = null;
  #waiting = new Map<string, Asked>();
  #early: AnswerMessage[] = []; // that came before the update they speak of
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ending = new AbortController();

  constructor(
    private readonly secrets: () => string[],
    private readonly dial: () => Wire,
    private readonly keeper: Keeper,
  ) {
    for (const frame of keeper.read()) this.#waiting.set(frame.id, { frame, resolve: () => {} });
    this.asked = this.#waiting.size;
  }

  open(): void {
    const wire = this.dial();
    this.#wire = wire;
    wire.onopen = () => this.#greet(wire);
    wire.onmessage = (event) => this.#hear(wire, JSON.parse(String(event.data)) as Message);
    wire.onclose = (event) => this.#lost(wire, event.code);
  }

  /** Tells when this connection is left for good. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Leave for good. */
  close(): void {
    this.#ending.abort();
    this.#quiet();
    clearTimeout(this.#retry);
    this.#wire?.close();
  }

  /** Come back now rather than later, for instance with the phone out of the pocket. */
  wake(): void {
    if (this.ending.aborted) return;
    if (this.line === 'broken') {
      clearTimeout(this.#retry);
      this.#attempt = 0;
      this.open();
    } else if (this.line === 'open') this.#pingNow();
  }

  /** Say hello again, with the secrets this device has now. */
  comeBack(): void {
    if (this.ending.aborted) return;
    this.#drop();
    clearTimeout(this.#retry);
    this.line = 'broken';
    this.open();
  }

  /** The device knows something new: another tab may have got the secret that we came too early with. */
  hearOfMemory(): void {
    if (this.line === 'gone' && this.#hasNewSecrets()) this.comeBack();
  }

  #hasNewSecrets(): boolean {
    return this.#said !== null && this.secrets().join() !== this.#said.join();
  }

  /** Ask for something; the answer comes, however often the line breaks in between. */
  ask(seat: number, action: Action): Promise<Answer> {
    const frame: CommandFrame = { type: 'command', id: newId(), seat, round: this.view?.round ?? 0, action };
    return new Promise((resolve) => {
      this.#waiting.set(frame.id, { frame, resolve });
      this.#keep();
      if (this.line === 'open') this.#send(frame);
    });
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
    };
    this.#send(hello);
  }

  #hear(wire: Wire, message: Message): void {
    if (wire !== this.#wire) return;
    clearTimeout(this.#silence);
    switch (message.type) {
      case 'welcome':
        this.code = message.code;
        this.seats = message.seats;
        this.presence = message.presence;
        this.#since = message.seq;
        this.view = message.view;
        this.onpast(message.events);
        this.#hearEarly();
        this.#settle();
        break;
      case 'update':
        this.#since = message.events.at(-1)?.seq ?? this.#since;
        this.view = message.view ?? (this.view && withChanges(this.view, message.changes));
        this.onnews(message.events);
        this.#hearOfKeys(message.events);
        this.#hearEarly();
        break;
      case 'presence':
        this.presence = message.seats;
        break;
      case 'answer':
        this.#answered(message);
        break;
      case 'pong':
        break;
    }
  }

  #hearOfKeys(events: LoggedEvent[]): void {
    if (events.some(({ event }) => event.kind === 'rekeyed' && this.seats.includes(event.seat)))
      this.onrekeyed();
  }

  /** The line is good: say again what was not answered; the server knows ids it has already taken. */
  #settle(): void {
    this.line = 'open';
    this.#attempt = 0;
    for (const { frame } of this.#waiting.values()) this.#send(frame);
    this.#quiet();
    this.#ping = setInterval(() => this.#pingNow(), PING_EVERY_MS);
  }

  /** A yes counts once its events are on the screen: nobody sees their move vanish in between. */
  #answered(message: AnswerMessage): void {
    if (message.ok && message.seq > this.#since) {
      this.#early.push(message);
      return;
    }
    const asked = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    this.#keep();
    asked?.resolve(message.ok ? { ok: true } : { ok: false, refusal: message.refusal ?? '' });
  }

  #hearEarly(): void {
    const early = this.#early;
    this.#early = [];
    for (const message of early) this.#answered(message);
  }

  #keep(): void {
    this.asked = this.#waiting.size;
    this.keeper.write([...this.#waiting.values()].map(({ frame }) => frame));
  }

  #pingNow(): void {
    this.#send({ type: 'ping' });
    clearTimeout(this.#silence);
    const wire = this.#wire;
    this.#silence = setTimeout(() => wire && this.#lost(wire, 0), SILENT_AFTER_MS);
  }

  #lost(wire: Wire, code: number): void {
    if (wire !== this.#wire || this.ending.aborted) return;
    this.#drop();
    if (code === CLOSED.notFound && !this.#hasNewSecrets()) this.line = 'gone';
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
  }
}

/** The connection to a table on our own server. */
export function connect(table: string, secrets: () => string[]): TableConnection {
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/socket`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const connection = new TableConnection(secrets, () => new WebSocket(address), unanswered(table));
  const comeBack = () => connection.comeBack();
  // Another tab of ours may have asked for the new secret, or this one before it was loaded again.
  connection.onrekeyed = () => void finishChanging(table).then(comeBack, comeBack);
  addEventListener('storage', () => connection.hearOfMemory(), { signal: connection.ending });
  connection.open();
  if (isChanging(table)) connection.onrekeyed();
  return connection;
}

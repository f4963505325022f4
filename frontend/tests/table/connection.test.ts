import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TableView } from '$lib/protocol/views';
import { PROTOCOL, type CommandFrame } from '$lib/protocol/socket';
import { TableConnection, waitBefore, type Wire } from '$lib/table/session/connection.svelte';

/** A network that does what the test says. */
class FakeWire implements Wire {
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  sent: Record<string, unknown>[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  hear(message: object): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent);
  }
  welcome(seq = 3): void {
    this.onopen?.call(this as never, new Event('open'));
    this.hear({
      type: 'welcome',
      code: 'ABCDE',
      seats: [0],
      seq,
      events: [],
      view,
      presence: [true],
      until_stand_in_ms: [45_000],
    });
  }
  breakOff(code: number): void {
    this.onclose?.call(this as never, { code } as CloseEvent);
  }
}

const view = { round: 5 } as TableView;
const moved = (seq: number) => ({ seq, event: { kind: 'started' } });
let wires: FakeWire[];
let kept: CommandFrame[];
let secrets: string[];
let connection: TableConnection;

/** The page, loaded (again) by this tab. */
function load(): void {
  connection = new TableConnection(
    () => secrets,
    () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    { read: () => kept, write: (frames) => (kept = frames) },
  );
  connection.open();
}

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  kept = [];
  secrets = ['secret'];
  load();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const wire = (place: number): FakeWire => {
  const found = wires[place];
  if (!found) throw new Error(`nobody dialled ${place + 1} times`);
  return found;
};

describe('a connection', () => {
  test('says hello with its secrets, and asks for what it missed when it comes back', () => {
    wire(0).welcome(7);
    expect(wire(0).sent[0]).toMatchObject({
      type: 'hello',
      secrets: ['secret'],
      since: 0,
      protocol: PROTOCOL,
    });
    wire(0).breakOff(1012);
    expect(connection.line).toBe('broken');
    vi.runOnlyPendingTimers();
    wire(1).welcome(7);
    expect(wire(1).sent[0]).toMatchObject({ type: 'hello', since: 7 });
    expect(connection.line).toBe('open');
  });

  test('follows what moves change, and takes whole views as they are', () => {
    const own = { seat: 0, sheet: {}, draft: [], options: null };
    const first = { round: 5, status: 'playing', play: { phase: 'roll', roll: null }, you: { '0': own } };
    wire(0).onopen?.call(wire(0) as never, new Event('open'));
    expect(wire(0).sent[0]).toMatchObject({ changes: true });
    wire(0).hear({
      type: 'welcome',
      code: '',
      seats: [0],
      seq: 3,
      events: [],
      view: first,
      presence: [],
      until_stand_in_ms: [],
    });
    const changes = {
      table: { round: 6 },
      play: { roll: [1, 2, 3, 4] },
      you: { '0': { options: { singles: {} } } },
    };
    wire(0).hear({ type: 'update', events: [moved(4)], changes });
    expect(connection.view).toEqual({
      round: 6,
      status: 'playing',
      play: { phase: 'roll', roll: [1, 2, 3, 4] },
      you: { '0': { ...own, options: { singles: {} } } },
    });
    const before = connection.view?.you['0'];
    wire(0).hear({
      type: 'update',
      events: [moved(5)],
      changes: { table: {}, play: {}, you: { '0': {} } },
    });
    expect(connection.view?.you['0']).toBe(before);
    wire(0).hear({ type: 'update', events: [moved(6)], view: first });
    expect(connection.view).toEqual(first);
  });

  test('says hello again from where it was, when one of its own seats has a new secret', () => {
    wire(0).welcome(7);
    connection.onrekeyed = () => connection.comeBack();
    wire(0).hear({ type: 'update', events: [{ seq: 8, event: { kind: 'rekeyed', seat: 1 } }], view });
    expect(wires).toHaveLength(1);
    wire(0).hear({ type: 'update', events: [{ seq: 9, event: { kind: 'rekeyed', seat: 0 } }], view });
    expect(wire(0).isClosed).toBe(true);
    wire(0).breakOff(1000);
    wire(1).welcome(9);
    expect(wire(1).sent[0]).toMatchObject({ type: 'hello', since: 9 });
    expect(connection.line).toBe('open');
    vi.runOnlyPendingTimers();
    expect(wires).toHaveLength(2);
  });

  test('repeats a command with the same id until it is answered, and answers once', async () => {
    wire(0).welcome();
    const answer = connection.ask(0, { do: 'roll' });
    const first = wire(0).sent[1];
    expect(first).toMatchObject({ type: 'command', seat: 0, round: 5, action: { do: 'roll' } });
    wire(0).breakOff(1006);
    vi.runOnlyPendingTimers();
    wire(1).welcome(9);
    expect(wire(1).sent[1]).toEqual(first);
    wire(1).hear({ type: 'answer', id: first?.['id'], ok: true, seq: 9 });
    await expect(answer).resolves.toEqual({ ok: true });
    expect(connection.asked).toBe(0);
  });

  test('what a device does for the dice by itself keeps no button waiting', () => {
    wire(0).welcome();
    void connection.ask(0, { do: 'anchor', anchor: '00' });
    expect(wire(0).sent[1]).toMatchObject({ type: 'command', action: { do: 'anchor' } });
    expect(connection.asked).toBe(0);
  });

  test('a yes counts only once its event is on the screen', async () => {
    wire(0).welcome(3);
    let isAnswered = false;
    const answer = connection.ask(0, { do: 'roll' }).then(() => (isAnswered = true));
    wire(0).hear({ type: 'answer', id: wire(0).sent[1]?.['id'], ok: true, seq: 4 });
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    wire(0).hear({ type: 'update', events: [{ seq: 4, at: 0, event: { kind: 'played' } }], view });
    await answer;
    expect(isAnswered).toBe(true);
  });

  test('a command without an answer survives a reload, and is gone once it is answered', () => {
    wire(0).welcome(3);
    void connection.ask(0, { do: 'roll' });
    const asked = wire(0).sent[1];
    connection.close();
    load();
    wire(1).welcome(3);
    expect(wire(1).sent.slice(1)).toEqual([asked]);
    expect(connection.asked).toBe(1);
    wire(1).hear({ type: 'answer', id: asked?.['id'], ok: true, seq: 3 });
    expect(kept).toEqual([]);
    connection.close();
    load();
    wire(2).welcome(3);
    expect(wire(2).sent).toHaveLength(1);
  });

  test('a refusal is an answer', async () => {
    wire(0).welcome();
    const answer = connection.ask(0, { do: 'roll' });
    const id = wire(0).sent[1]?.['id'];
    wire(0).hear({ type: 'answer', id, ok: false, refusal: 'dicetrip/not_your_roll', seq: 3 });
    await expect(answer).resolves.toEqual({ ok: false, refusal: 'dicetrip/not_your_roll' });
  });

  test('a missing table and an old page do not come back', () => {
    wire(0).breakOff(4404);
    expect(connection.line).toBe('gone');
    vi.runOnlyPendingTimers();
    connection.hearOfMemory();
    expect(wires).toHaveLength(1);
  });

  test('F13: a tab that came with a secret already changed comes back with the new one', () => {
    wire(0).onopen?.call(wire(0) as never, new Event('open'));
    secrets = ['newer']; // heard of before the server has turned us away
    wire(0).breakOff(4404);
    expect(connection.line).toBe('broken');
    vi.runOnlyPendingTimers();
    wire(1).onopen?.call(wire(1) as never, new Event('open'));
    expect(wire(1).sent[0]).toMatchObject({ secrets: ['newer'] });
    wire(1).breakOff(4404);
    expect(connection.line).toBe('gone');
    secrets = ['newest']; // and after it
    connection.hearOfMemory();
    wire(2).welcome();
    expect(wire(2).sent[0]).toMatchObject({ secrets: ['newest'] });
    expect(connection.line).toBe('open');
  });

  test('without a network it says so at once, and sends what was asked meanwhile once', async () => {
    wire(0).welcome();
    connection.lose();
    expect(connection.line).toBe('broken');
    const answer = connection.ask(0, { do: 'roll' });
    expect(connection.asked).toBe(1);
    connection.wake();
    wire(1).welcome();
    const sent = wire(1).sent.filter(({ type }) => type === 'command');
    expect(sent).toMatchObject([{ action: { do: 'roll' } }]);
    wire(1).hear({ type: 'answer', id: sent[0]?.['id'], ok: true, seq: 3 });
    expect(await answer).toEqual({ ok: true });
    expect(connection.asked).toBe(0);
    expect(wire(0).sent.filter(({ type }) => type === 'command')).toEqual([]);
  });

  test('a command that nothing answers finds out that the line is dead', () => {
    wire(0).welcome();
    void connection.ask(0, { do: 'roll' });
    vi.advanceTimersByTime(3000);
    expect(wire(0).sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(6000);
    expect(connection.line).toBe('broken');
  });

  test('silence after a ping counts as a broken line', () => {
    wire(0).welcome();
    vi.advanceTimersByTime(20_000);
    expect(wire(0).sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(6000);
    expect(connection.line).toBe('broken');
  });

  test('what an abandoned line still says is not heard', () => {
    wire(0).welcome();
    wire(0).breakOff(1006);
    vi.runOnlyPendingTimers();
    wire(1).welcome();
    wire(0).hear({ type: 'presence', seats: [false], until_stand_in_ms: [45_000] });
    expect(connection.presence).toEqual([true]);
  });

  test('bots that get ready are followed, and forgotten with the line', () => {
    wire(0).welcome();
    expect(connection.botsReady).toEqual([]);
    wire(0).hear({ type: 'bots', ready: [100, 40] });
    expect(connection.botsReady).toEqual([100, 40]);
    wire(0).breakOff(1006);
    vi.runOnlyPendingTimers();
    wire(1).welcome();
    expect(connection.botsReady).toEqual([]);
  });

  test('waits grow, are jittered, and stay below eight seconds', () => {
    expect(waitBefore(0, 0)).toBe(200);
    expect(waitBefore(0, 1)).toBe(400);
    expect(waitBefore(20, 1)).toBe(8000);
  });
});

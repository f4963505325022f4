/** What a player is thinking of: sent as it changes, and never undone by an answer that comes before the news. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { City } from '$lib/dicetrip/editions';
import type { TripGame } from '$lib/dicetrip/table/game.svelte';
import type { DiceTripOwn, Entry } from '$lib/dicetrip/views';
import type { CommandFrame, Message } from '$lib/protocol/socket';
import { tableOf, trip } from '../table/views';

const sheet = { marks: {}, may_reroll: true, may_double: true, score: trip.sheets[0]?.score ?? never() };
const own: DiceTripOwn = {
  seat: 0,
  sheet,
  draft: [],
  options: {
    cities_to_fill: 2,
    open_cities: ['lyon', 'dijon'],
    singles: { rb: [15, true], gy: [23, true] },
    splits: ['rbgy'],
    may_cross: true,
    may_reroll: false,
    may_double: false,
  },
};
const LYON: Entry = { city: 'lyon', dice: ['red', 'blue'] };
const lyon: City = {
  id: 'lyon',
  name: 'Lyon',
  x: 0,
  y: 0,
  zone: 'SE',
  colour: null,
  label: { dx: 0, dy: 0, anchor: 'start' },
};

function never(): never {
  throw new Error('the example has no sheet');
}

/** The server's end of the line. */
class Server {
  static last: Server;
  readonly sent: CommandFrame[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor() {
    Server.last = this;
  }

  send(text: string): void {
    const frame = JSON.parse(text) as CommandFrame | { type: 'hello' | 'ping' };
    if (frame.type === 'command') this.sent.push(frame);
  }

  close(): void {}

  say(message: Message): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  accept(): void {
    this.say({ type: 'answer', id: this.sent.at(-1)?.id ?? '', ok: true, seq: 3 });
  }

  /** The news of a draft: no event, only the own view of its seat has changed. */
  tell(draft: Entry[]): void {
    const marks = Object.fromEntries(draft.map(({ city }) => [city, 15]));
    const you = { '0': { draft, sheet: { ...sheet, marks } } };
    this.say({ type: 'update', events: [], changes: { table: {}, play: {}, you } });
  }
}

const PATIENCE_MS = 60_000; // the game and all that it needs is compiled first, on a machine that may be busy

let game: TripGame;

/** A table in a phase of its round; player 0, who rolls, is on this device. */
async function sitDown(phase: 'reroll' | 'write'): Promise<void> {
  const { TripGame: Game } = await import('$lib/dicetrip/table/game.svelte');
  game = new Game('t');
  const view = { ...tableOf({ ...trip, phase, done: [false, false] }), you: { '0': own } };
  Server.last.onopen();
  Server.last.say({
    type: 'welcome',
    protocol: 2,
    code: 'ABCDE',
    seats: [0],
    seq: 3,
    events: [],
    view: { ...view, status: 'playing', waiting_for: [0, 1] },
    presence: [true, false],
    until_stand_in_ms: [45_000, 45_000],
  });
  game.takeOver();
}

beforeEach(async () => {
  const nowhere = { getItem: () => null, setItem: () => {} };
  vi.stubGlobal('localStorage', nowhere);
  vi.stubGlobal('sessionStorage', nowhere);
  vi.stubGlobal('location', { href: 'http://here/t/t', protocol: 'http:', pathname: '/', search: '' });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('WebSocket', Server);
  await sitDown('write');
  game.tapDie('red');
  game.tapDie('blue');
  game.pick(lyon);
}, PATIENCE_MS);

afterEach(() => {
  game.close();
  vi.unstubAllGlobals();
});

/** Let what was answered be taken in. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a number that is put somewhere is sent as a draft', () => {
  expect(Server.last.sent.map(({ action }) => action)).toEqual([{ do: 'draft', entries: [LYON] }]);
  expect(game.isCounted).toBe(false);
});

test('it stays where it is when the answer comes before the news', async () => {
  Server.last.accept();
  await settled();
  game.takeOver();
  expect(game.entries).toEqual([LYON]);
  Server.last.tell([LYON]);
  expect(game.entries).toEqual([LYON]);
  expect(game.isCounted).toBe(true);
});

test('and when the news comes before the answer', async () => {
  Server.last.tell([LYON]);
  Server.last.accept();
  await settled();
  expect(game.entries).toEqual([LYON]);
  expect(game.isCounted).toBe(true);
});

test('a draft of the same seat on another device is taken over', async () => {
  Server.last.tell([LYON]);
  Server.last.accept();
  await settled();
  Server.last.tell([]);
  expect(game.entries).toEqual([]);
});

test('a refused one is taken back', async () => {
  Server.last.say({
    type: 'answer',
    id: Server.last.sent[0]?.id ?? '',
    ok: false,
    refusal: 'dicetrip/city_taken',
    seq: 3,
  });
  await settled();
  expect(game.entries).toEqual([]);
  expect(game.note?.isRefusal).toBe(true);
});

test('the first tap on a die keeps the roll, and a number waits until that is answered', async () => {
  game.close();
  await sitDown('reroll');
  for (const die of ['red', 'blue'] as const) game.tapDie(die);
  game.pick(lyon);
  expect(game.making.first).toEqual(['red', 'blue']);
  const asked = () => Server.last.sent.map(({ action }) => action.do);
  expect(asked()).toEqual(['keep']);
  Server.last.say({ type: 'update', events: [], changes: { table: {}, play: { phase: 'write' }, you: {} } });
  Server.last.accept();
  await settled();
  expect(asked()).toEqual(['keep', 'draft']);
  expect(game.entries).toEqual([LYON]);
});

test('what is tapped while a round is on its way changes nothing', async () => {
  Server.last.tell([LYON]);
  Server.last.accept();
  await settled();
  void game.done();
  game.tapDie('green');
  game.takeBack('lyon');
  game.undo();
  expect(game.entries).toEqual([LYON]);
  expect(game.making.first).toEqual(['red', 'blue']);
  expect(Server.last.sent.at(-1)?.action).toEqual({ do: 'write', entries: [LYON] });
});

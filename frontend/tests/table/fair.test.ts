/** Draws checked in the browser: the vectors of the protocol, and a server that lies in every way it can. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  Chain,
  drawFaces,
  drawMessage,
  firstBytes,
  fromHex,
  leadsTo,
  MISSING,
  toHex,
} from '$lib/fair/protocol';
import { hashing, written } from '$lib/fair/hashing';
import { FairParty } from '$lib/fair/party.svelte';
import { FairWatch, type Wrong } from '$lib/fair/watch';
import type { LoggedEvent, TableEvent } from '$lib/protocol/views';

const SETUP = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'; // of {}
const BOUND = { table: 'T1', setup: SETUP };
const serverChain = () =>
  Chain.from(
    Uint8Array.from({ length: 32 }, (_, at) => at),
    4,
  );
const seatChain = () => Chain.from(new Uint8Array(32).fill(1), 4);

describe('the vectors of the protocol, as in tests/fairness', () => {
  it('chains', async () => {
    const server = await serverChain();
    expect(server.anchor).toBe('e6591f9a0a0e7d2b21cc1c0c79bcf15a8c9730378574083d64737057f0b1245e');
    expect(await server.link(1)).toBe('a05a26bbb837e7e1b7313b3afa8d09f25a959825270e16caac063dc1e00e7b54');
    expect(await (await seatChain()).link(1)).toBe(
      'a648d0782bc11b92b71dc1b468758efca0e221c1671f3ee6ad54e7a9c69e475a',
    );
    expect(await server.link(5)).toBeUndefined();
    expect(await leadsTo((await server.link(3)) ?? '', server.anchor, 3)).toBe(true);
    expect(await leadsTo((await server.link(3)) ?? '', server.anchor, 2)).toBe(false);
  });

  it('draws', async () => {
    const server = (await (await serverChain()).link(1)) ?? '';
    const seat = (await (await seatChain()).link(1)) ?? '';
    const message = drawMessage(BOUND, 1, 'roll', [seat, MISSING]);
    expect(toHex((await firstBytes(server, message)).slice(0, 4))).toBe('771f6ac7');
    expect(await drawFaces(server, message, 4)).toEqual([6, 2, 5, 2]);
    expect(await drawFaces(server, message, 4, 20)).toEqual([20, 12, 7, 20]);
    expect((await drawFaces(server, message, 100)).length).toBe(100);
  });

  it('hashes without the browser as the browser does', async () => {
    const [own, other] = await Promise.all([hashing(), written()]);
    for (const size of [1, 55, 56, 64, 65, 200]) {
      const [key, message] = [new Uint8Array(size).fill(size), new Uint8Array(3 * size).fill(7)];
      expect(toHex(await other.sha256(message))).toBe(toHex(await own.sha256(message)));
      expect(toHex(await other.hmac(key, message))).toBe(toHex(await own.hmac(key, message)));
    }
  });

  it('writes bytes as hexadecimal digits and reads them again', () => {
    expect(toHex(fromHex('00ff0a'))).toBe('00ff0a');
  });
});

const PLAYERS = [0, 1];
let seq = 0;
const logged = (event: TableEvent): LoggedEvent => ({ seq: ++seq, at: 0, event });

/** A server with its chain and one other device; what it tells can be bent before it is told. */
class Table {
  private constructor(
    readonly server: Chain,
    readonly devices: Chain[],
  ) {}

  static async open(): Promise<Table> {
    const devices = [await seatChain(), await Chain.from(new Uint8Array(32).fill(2), 4)];
    return new Table(await serverChain(), devices);
  }

  opening(): TableEvent[] {
    const anchors = Object.fromEntries(this.devices.map(({ anchor }, seat) => [seat, anchor]));
    return [
      { kind: 'fair_begun', server: this.server.anchor, links: 4 },
      ...this.devices.map(
        ({ anchor }, seat) => ({ kind: 'anchored', seat, anchor, first: 1 }) satisfies TableEvent,
      ),
      { kind: 'sealed', setup: SETUP, server: this.server.anchor, anchors },
    ];
  }

  request(number: number, draw = 'roll'): TableEvent {
    const told = { by: 0, command: '0:a', round: 1, by_bot: false, action: { do: 'roll' } };
    return { kind: 'draw_requested', number, draw, ...told };
  }

  async draw(number: number, kind = 'roll', left: number[] = []): Promise<TableEvent> {
    const links = await Promise.all(
      this.devices.map(async (chain, seat) =>
        left.includes(seat) ? MISSING : ((await chain.link(number)) ?? ''),
      ),
    );
    const server = (await this.server.link(number)) ?? '';
    const dice = await drawFaces(server, drawMessage(BOUND, number, kind, links), 4);
    const reasons = links.map((link) => (link === MISSING ? 'late' : ''));
    return {
      kind: 'played',
      play: { kind: 'rolled', seat: 0, roll: dice },
      draw: { number, kind, server, links, reasons, sides: 6, dice },
    };
  }
}

const LAUNCH = {
  die: 'a1',
  face_up: 6,
  ...{ x: 0, y: 0, yaw: 0, azimuth: 0, speed_mps: 1, hit_side: 0, hit_height: 0 },
};
type Launch = typeof LAUNCH;
const flicked = (launch: Partial<Launch>, asked: Partial<Launch> = {}): Drawn => ({
  kind: 'played',
  play: {
    kind: 'flicked',
    seat: 0,
    launch: { ...LAUNCH, ...launch },
    asked: { ...LAUNCH, ...asked },
    by: 'meter',
    ...{ rests: [], fingerprint: '', trajectory: '' },
  },
});

type Drawn = Extract<TableEvent, { kind: 'played' }>;
const bent = (event: TableEvent, change: (told: Drawn) => void): TableEvent => {
  const copy = structuredClone(event) as Drawn;
  change(copy);
  return copy;
};

async function watching(events: TableEvent[], given: [string, string][] = []): Promise<FairWatch> {
  const watch = new FairWatch('T1');
  for (const [when, link] of given) watch.given.set(when, link);
  for (const event of events) await watch.hear(logged(event), PLAYERS);
  return watch;
}

describe('an honest server', () => {
  it('is believed, draw by draw', async () => {
    const table = await Table.open();
    const rounds = [table.request(1), await table.draw(1), table.request(2), await table.draw(2)];
    const watch = await watching([...table.opening(), ...rounds]);
    expect(watch.latest?.draw.number).toBe(2);
    expect(watch.firstWrong).toBeNull();
    expect(watch.fault).toBeNull();
  });

  it('may say that a draw came to nothing', async () => {
    const table = await Table.open();
    const void1: TableEvent[] = [table.request(1), { kind: 'draw_voided', number: 1 }];
    const watch = await watching([...table.opening(), ...void1, table.request(2), await table.draw(2)]);
    expect(watch.latest?.wrong).toBeNull();
  });
});

describe('a server that lies', () => {
  let table: Table;
  beforeEach(async () => {
    table = await Table.open();
  });

  const lies: [string, Wrong, (table: Table) => Promise<TableEvent[]>][] = [
    [
      'swaps a die',
      'dice',
      async (t) => [
        t.request(1),
        bent(await t.draw(1), (e) => (e.play = { kind: 'rolled', seat: 0, roll: [6, 6, 6, 6] })),
      ],
    ],
    [
      'swaps its own link',
      'server_link',
      async (t) => [t.request(1), bent(await t.draw(1), (e) => e.draw && (e.draw.server = 'ab'.repeat(32)))],
    ],
    [
      'swaps a player’s link',
      'seat_link',
      async (t) => [
        t.request(1),
        bent(await t.draw(1), (e) => e.draw && (e.draw.links[1] = 'ab'.repeat(32))),
      ],
    ],
    [
      'hides a link from the dice',
      'dice',
      async (t) => [t.request(1), bent(await t.draw(1), (e) => e.draw && (e.draw.links[1] = MISSING))],
    ],
    [
      'draws twice for one number',
      'number',
      async (t) => [t.request(1), await t.draw(1), t.request(1), await t.draw(1)],
    ],
    ['draws without having been asked', 'number', async (t) => [await t.draw(1)]],
    [
      'draws something else than was asked for',
      'kind',
      async (t) => [t.request(1, 'reroll:R'), await t.draw(1)],
    ],
    ['drops a draw', 'number', async (t) => [t.request(2), await t.draw(2)]],
    [
      'repeats the links of the draw before',
      'server_link',
      async (t) => {
        const before = (await t.draw(1)) as Drawn;
        const again = bent(await t.draw(2), (e) => {
          if (e.draw && before.draw)
            e.draw = { ...e.draw, server: before.draw.server, links: before.draw.links };
        });
        return [t.request(1), before, t.request(2), again];
      },
    ],
  ];
  it.each(lies)('%s: found', async (_name, wrong, told) => {
    const watch = await watching([...table.opening(), ...(await told(table))]);
    expect(watch.firstWrong?.wrong).toBe(wrong);
  });

  it('withholds a link that this device gave: found by the one who gave it', async () => {
    const own = (await table.devices[0]?.link(1)) ?? '';
    const told = [...table.opening(), table.request(1), await table.draw(1, 'roll', [0])];
    const [draw] = told.splice(-1);
    const given: [string, string][] = [['1:0', own]];
    const saying = (reason: string) =>
      watching(
        [...told, bent(draw as Drawn, (e) => e.draw && (e.draw.reasons[0] = reason as 'late'))],
        given,
      );
    expect((await saying('out')).firstWrong?.wrong).toBe('ignored');
    const late = await saying('late'); // as a slow line would be: told, but no alarm
    expect(late.firstWrong).toBeNull();
    expect(late.leftOut?.draw.number).toBe(1);
    const others = await watching([...told, draw as Drawn]);
    expect([others.firstWrong, others.leftOut]).toEqual([null, null]);
  });

  const faults: [string, Wrong, (table: Table) => Promise<TableEvent[]>][] = [
    [
      'asks twice for the same links, to choose between two sets of dice',
      'number',
      async (t) => [t.request(1, 'reroll:R'), t.request(1, 'reroll:R,G'), await t.draw(1, 'reroll:R,G')],
    ],
    [
      'lets dice fall without a draw',
      'undrawn',
      (t) =>
        Promise.resolve([
          t.request(1),
          { kind: 'played', play: { kind: 'rolled', seat: 0, roll: [6, 6, 6, 6] } },
        ]),
    ],
    ['lets a hand shake without a draw', 'undrawn', () => Promise.resolve([flicked({ speed_mps: 1.2 })])],
    [
      'gives a chain to a seat that has one',
      'seals',
      () => Promise.resolve([{ kind: 'anchored', seat: 1, anchor: 'cd'.repeat(32), first: 2 }]),
    ],
    [
      'gives a chain to a seat for a draw that was asked for already',
      'seals',
      async (t) => [
        t.request(1),
        await t.draw(1, 'roll', [1]),
        t.request(2),
        { kind: 'anchored', seat: 1, anchor: 'cd'.repeat(32), first: 2 },
      ],
    ],
  ];
  it.each(faults)('%s: found', async (_name, wrong, told) => {
    const watch = await watching([...table.opening(), ...(await told(table))]);
    expect(watch.fault).toBe(wrong);
  });

  it('reads bytes as other dice than were agreed on', async () => {
    const honest = (await table.draw(1)) as Drawn;
    const message = drawMessage(BOUND, 1, 'roll', honest.draw?.links ?? []);
    const dice = await drawFaces(honest.draw?.server ?? '', message, 4, 5);
    const five = bent(honest, (e) => {
      if (e.draw) e.draw = { ...e.draw, sides: 5, dice };
      e.play = { kind: 'rolled', seat: 0, roll: dice };
    });
    expect((await watching([...table.opening(), table.request(1), five])).firstWrong?.wrong).toBe('dice');
  });

  it('lets a die be flicked otherwise than was asked for', async () => {
    const noise = async (launch: Partial<Launch>, asked: Partial<Launch>) => {
      const request = { ...table.request(1, 'noise'), action: { do: 'flick', ...LAUNCH } } as TableEvent;
      const { draw } = (await table.draw(1, 'noise')) as Drawn;
      const told = { ...flicked(launch, asked), ...(draw ? { draw } : {}) };
      return (await watching([...table.opening(), request, told])).firstWrong?.wrong ?? null;
    };
    expect(await noise({ speed_mps: 1.2 }, {})).toBeNull();
    expect(await noise({}, { x: 0.004, azimuth: 5e-7 })).toBeNull(); // onto the track, and rounded
    expect(await noise({}, { speed_mps: 1.1 })).toBe('kind');
    expect(await noise({}, { die: 'a2' })).toBe('kind');
    expect(await noise({}, { y: 0.05 })).toBe('kind');
  });

  it('calls a draw off when it knows the links: told by the device that gave one', async () => {
    const own = (await table.devices[0]?.link(1)) ?? '';
    const told: TableEvent[] = [...table.opening(), table.request(1), { kind: 'draw_voided', number: 1 }];
    expect((await watching(told, [['1:0', own]])).calledOff).toBe(1);
    expect((await watching(told)).calledOff).toBeNull();
  });

  it('counts who missed links, while they were waited for', async () => {
    const rounds: TableEvent[] = [];
    for (const number of [1, 2, 3]) rounds.push(table.request(number), await table.draw(number, 'roll', [1]));
    const watch = await watching([...table.opening(), ...rounds]);
    expect([...watch.missed]).toEqual([[1, 1]]);
  });

  it('tells another anchor for a seat before all are sealed', async () => {
    const other = { kind: 'anchored' as const, seat: 0, anchor: 'cd'.repeat(32), first: 1 };
    const opening = table.opening();
    const sealed = opening.at(-1);
    if (sealed?.kind === 'sealed') sealed.anchors = { ...sealed.anchors, 0: other.anchor };
    expect((await watching(opening.toSpliced(3, 0, other))).fault).toBe('seals');
    const anew: TableEvent = { kind: 'left', seat: 0, stand_in: '' };
    expect((await watching([...opening.slice(0, 3), anew, other])).fault).toBeNull();
  });

  it('never draws together: dice that nobody can check are not called checked', async () => {
    const watch = await watching([{ kind: 'played', play: { kind: 'rolled', seat: 0, roll: [1, 2, 3, 4] } }]);
    expect([watch.isUnproven, watch.latest, watch.fault]).toEqual([true, null, null]);
  });

  it('has no links left: what falls then is not called checked, and not false either', async () => {
    const rounds: TableEvent[] = [];
    for (const number of [1, 2, 3, 4]) rounds.push(table.request(number), await table.draw(number));
    const roll: TableEvent = { kind: 'played', play: { kind: 'rolled', seat: 0, roll: [1, 2, 3, 4] } };
    const watch = await watching([...table.opening(), ...rounds, roll]);
    expect([watch.isUnproven, watch.latest, watch.fault]).toEqual([true, null, null]);
  });

  it('lists other anchors than were told', async () => {
    const opening = table.opening();
    const sealed = opening.at(-1);
    if (sealed?.kind === 'sealed') sealed.anchors = { ...sealed.anchors, 0: 'cd'.repeat(32) };
    expect((await watching(opening)).fault).toBe('seals');
  });
});

describe('this device', () => {
  const given: [number, number, string][] = [];
  const asked: Record<string, unknown>[] = [];
  const kept = new Map<string, string>();
  let hasEnded = false;
  let accept = () => {}; // as the line does: after the events of the command
  const party = () =>
    new FairParty({
      table: 'T1',
      seats: [0],
      players: PLAYERS,
      isOpen: true,
      get hasEnded() {
        return hasEnded;
      },
      ask: (_seat, action) => {
        asked.push(action);
        return new Promise((resolve) => (accept = () => resolve({ ok: true })));
      },
      give: (...link) => void given.push(link),
    });
  const begun: TableEvent = { kind: 'fair_begun', server: 'ab'.repeat(32), links: 4 };
  const sealedWith = (anchor: string): TableEvent[] => [
    { kind: 'anchored', seat: 0, anchor, first: 1 },
    { kind: 'sealed', setup: SETUP, server: 'ab'.repeat(32), anchors: { 0: anchor } },
  ];
  const request = (number: number): TableEvent => ({
    kind: 'draw_requested',
    number,
    draw: 'roll',
    by: 0,
    command: '0:a',
    round: 1,
    by_bot: false,
    action: { do: 'roll' },
  });
  const all = (...events: TableEvent[]) => events.map(logged);

  beforeEach(() => {
    given.length = asked.length = 0;
    hasEnded = false;
    kept.clear();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    };
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  });

  it('tells its anchor after the server’s, and a link only when a draw was asked for, also after a reload', async () => {
    const first = party();
    await first.hear([]);
    expect(asked).toEqual([]);
    await first.hear(all(begun));
    const anchor = String(asked[0]?.['anchor']);
    expect(anchor).toMatch(/^[0-9a-f]{64}$/);
    await first.hear(all(...sealedWith(anchor)));
    accept();
    expect(given).toEqual([]);
    await first.hear(all(request(1)));
    await first.hear([]);
    expect(given.length).toBe(1);
    expect(await leadsTo(given[0]?.[2] ?? '', anchor, 1)).toBe(true);
    await party().hear(all(begun, ...sealedWith(anchor), request(1)));
    expect(given[1]).toEqual(given[0]);
    expect(asked.length).toBe(1);
  });

  it('alarms if the server takes its anchor and does not write it down', async () => {
    const own = party();
    await own.hear(all(begun));
    accept();
    await own.hear([]);
    await own.hear([]);
    expect(own.fault).toBe('seals');
  });

  it('gives nothing to a chain that somebody else began for its seat, and says so', async () => {
    const own = party();
    await own.hear(all(begun, ...sealedWith('cd'.repeat(32)), request(1)));
    expect([asked, given]).toEqual([[], []]);
    expect([own.isElsewhere, own.fault]).toEqual([true, null]);
  });

  it('forgets the secrets of its chains when the game is over', async () => {
    const own = party();
    await own.hear(all(begun));
    expect(kept.size).toBe(1);
    hasEnded = true;
    await own.hear([]);
    expect(kept.size).toBe(0);
  });

  it('gives nothing to a server that peeks ahead', async () => {
    const own = party();
    await own.hear(all(begun));
    const anchor = String(asked[0]?.['anchor']);
    await own.hear(all(...sealedWith(anchor), request(3)));
    expect(given).toEqual([]);
    expect(own.fault).toBe('number');
  });
});

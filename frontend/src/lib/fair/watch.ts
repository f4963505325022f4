/** Follows the draws of a table and checks each of them, whatever the server says about it. */
import type { LoggedEvent, Shapes, TableEvent } from '$lib/protocol/views';
import { drawFaces, drawMessage, leadsTo, MISSING } from './protocol';

type Draw = Shapes['Draw'];
type Played = Extract<TableEvent, { kind: 'played' }>;
type Request = Extract<TableEvent, { kind: 'draw_requested' }>;

/** What can be wrong: the same words as in `tumbletrip verify`, and a link of ours that was left out. */
export type Wrong = 'number' | 'kind' | 'server_link' | 'seat_link' | 'ignored' | 'dice' | 'seals';

export interface Verdict {
  draw: Draw;
  message: string;
  wrong: Wrong | null;
}

interface Party {
  link: string;
  number: number;
}

const COLOURS = ['R', 'B', 'G', 'Y'];
/** Why a link that was given may be missing although nobody lies: a slow line looks like this, too. */
const SLOW = ['late', 'away'];
export const MOST_SEALS = 3;

/** The dice that a move shows, in the order in which they were drawn; null if that is not for us to know. */
export function shownDice({ play }: Played, kind: string): number[] | null {
  if (play.kind === 'rolled') return play.roll;
  if (play.kind === 'rerolled') {
    const drawn = kind.replace('reroll:', '').split(',');
    return drawn.map((letter) => play.roll[COLOURS.indexOf(letter)] ?? 0);
  }
  return play.kind === 'rolled_for_order' ? [play.face] : null;
}

export class FairWatch {
  server: Party | null = null;
  length = 0;
  setup = '';
  /** The draw that is under way. */
  request: Request | null = null;
  /** How many draws there were, also those that came to nothing. */
  draws = 0;
  /** What was found of the last draw, and the first thing that was wrong. */
  latest: Verdict | null = null;
  firstWrong: Verdict | null = null;
  /** The last draw in which a link of this device came too late, as the server says. */
  leftOut: Verdict | null = null;
  /** A fault that belongs to no draw. */
  fault: Wrong | null = null;
  /** By draw and seat, the links that this device gave: `number:seat`. */
  readonly given = new Map<string, string>();
  #anchors = new Map<number, string>();
  #seals: { seat: number; first: number; anchor: string }[] = [];
  #parties = new Map<number, Party>();

  constructor(private readonly table: string) {}

  /** Take in an event; `players` are the seats of the game's players. */
  async hear({ event }: LoggedEvent, players: readonly number[]): Promise<void> {
    switch (event.kind) {
      case 'fair_begun':
        this.server ??= { link: event.server, number: 0 };
        this.length = event.links;
        break;
      case 'anchored':
        if (this.setup) this.#seals.push(event);
        else this.#anchors.set(event.seat, event.anchor);
        break;
      case 'sat':
      case 'left':
      case 'bot_seated':
        if (!this.setup) this.#anchors.delete(event.seat);
        break;
      case 'sealed':
        this.#seal(event);
        break;
      case 'draw_requested':
        if (event.number !== this.draws + 1) this.fault = 'number';
        this.request = event;
        break;
      case 'draw_voided':
        this.draws = event.number;
        this.request = null;
        break;
      case 'played':
        if (event.draw) await this.#check(event, event.draw, players);
        break;
    }
  }

  #seal(event: Extract<TableEvent, { kind: 'sealed' }>): void {
    const told = [...this.#anchors].every(([seat, anchor]) => event.anchors[seat] === anchor);
    if (this.setup || !told || event.server !== this.server?.link) this.fault = 'seals';
    this.setup = event.setup;
    this.#seals = [...this.#anchors].map(([seat, anchor]) => ({ seat, first: 1, anchor }));
  }

  /** The last link of a seat's chain at a draw; null if it has none, is out, or begins later. */
  party(seat: number, number: number): Party | null {
    const known = this.#parties.get(seat) ?? { link: '', number: 0 };
    const begun = this.#seals.findLast(
      (seal) => seal.seat === seat && known.number < seal.first && seal.first <= number,
    );
    if (begun) return { link: begun.anchor, number: begun.first - 1 };
    return known.link ? known : null;
  }

  /** The chain that a seat takes part with from now on, or soon; null if it should begin one. */
  anchorOf(seat: number): { anchor: string; first: number } | null {
    const next = this.draws + (this.request ? 2 : 1);
    if (!this.setup) return this.#anchored(seat);
    const own = this.#seals.findLast((seal) => seal.seat === seat);
    return own && (own.first >= next || this.party(seat, next)) ? own : null;
  }

  #anchored(seat: number): { anchor: string; first: number } | null {
    const anchor = this.#anchors.get(seat);
    return anchor ? { anchor, first: 1 } : null;
  }

  /** How often a seat's chain was begun. */
  sealsOf(seat: number): number {
    return this.#seals.filter((seal) => seal.seat === seat).length;
  }

  async #check(event: Played, draw: Draw, players: readonly number[]): Promise<void> {
    const message = drawMessage({ table: this.table, setup: this.setup }, draw.number, draw.kind, draw.links);
    const wrong = await this.#wrong(event, draw, message, players);
    this.draws = draw.number;
    this.request = null;
    this.latest = { draw, message, wrong };
    if (wrong) this.firstWrong ??= this.latest;
    else if (this.#missesOurs(draw, players)) this.leftOut = this.latest;
  }

  async #wrong(
    event: Played,
    draw: Draw,
    message: string,
    players: readonly number[],
  ): Promise<Wrong | null> {
    if (draw.number !== this.draws + 1 || this.request?.number !== draw.number) return 'number';
    if (this.request.draw !== draw.kind) return 'kind';
    const server = this.server;
    if (!server || !(await leadsTo(draw.server, server.link, draw.number - server.number)))
      return 'server_link';
    this.server = { link: draw.server, number: draw.number };
    const link = await this.#wrongLink(draw, players);
    if (link) return link;
    const faces = await drawFaces(draw.server, message, draw.dice.length, draw.sides);
    const shown = shownDice(event, draw.kind) ?? draw.dice;
    return String(faces) === String(draw.dice) && String(faces) === String(shown) ? null : 'dice';
  }

  #missesOurs({ number, links }: Draw, players: readonly number[]): boolean {
    return links.some((link, player) => link === MISSING && this.given.has(`${number}:${players[player]}`));
  }

  async #wrongLink(draw: Draw, players: readonly number[]): Promise<Wrong | null> {
    let wrong: Wrong | null = draw.links.length === players.length ? null : 'seat_link';
    for (const [player, link] of draw.links.entries()) {
      const seat = players[player] ?? -1;
      const party = this.party(seat, draw.number);
      const own = this.given.get(`${draw.number}:${seat}`);
      if (link === MISSING) {
        if (own && !SLOW.includes(draw.reasons[player] ?? '')) wrong ??= 'ignored';
        if (party) this.#parties.set(seat, { link: '', number: draw.number });
        continue;
      }
      if (!party || !(await leadsTo(link, party.link, draw.number - party.number))) wrong ??= 'seat_link';
      if (own && own !== link) wrong ??= 'seat_link';
      this.#parties.set(seat, { link, number: draw.number });
    }
    return wrong;
  }
}

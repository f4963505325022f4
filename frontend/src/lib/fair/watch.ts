/** Follows the draws of a table and checks each of them, whatever the server says about it. */
import type { LoggedEvent, Shapes, TableEvent } from '$lib/protocol/views';
import { drawFaces, drawMessage, leadsTo, MISSING } from './protocol';

type Draw = Shapes['Draw'];
type Played = Extract<TableEvent, { kind: 'played' }>;
type Request = Extract<TableEvent, { kind: 'draw_requested' }>;

/** What can be wrong: the same words as in `tumbletrip verify`, and a link of ours that was left out. */
export type Wrong =
  'number' | 'kind' | 'server_link' | 'seat_link' | 'ignored' | 'dice' | 'seals' | 'undrawn';

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
const SIDES = 6;
const PLACE = ['x', 'y'];
const PUSHED_M = 0.01; // half a die
const ROUNDED = 1e-6;
/** Why a link that was given may be missing although nobody lies: a slow connection looks like this, too. */
const SLOW = ['late', 'away'];
export const MOST_SEALS = 3;
const MARK_LENGTH = 10;

/** The dice that a move shows, in the order in which they were drawn; null if that is not for us to know. */
export function shownDice({ play }: Played, kind: string): number[] | null {
  if (play.kind === 'rolled') return play.roll;
  if (play.kind === 'rerolled') {
    const drawn = kind.replace('reroll:', '').split(',');
    return drawn.map((letter) => play.roll[COLOURS.indexOf(letter)] ?? 0);
  }
  return play.kind === 'rolled_for_order' ? [play.face] : null;
}

/** Whether a hand shook: the die did not go quite as it was meant to. */
const isShaken = ({ play }: Played): boolean =>
  play.kind === 'flicked' && play.asked != null && !isSame(play.asked, play.launch);

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a flick is the one that was asked for, but for its last decimals and an edge it was pushed away from. */
function isAsked({ play }: Played, action: Request['action']): boolean {
  if (play.kind !== 'flicked' || !play.asked) return true;
  const wanted: Record<string, unknown> = { ...action };
  return Object.entries(play.asked).every(([name, meant]) =>
    typeof meant === 'number'
      ? Math.abs(meant - Number(wanted[name] ?? 0)) <= (PLACE.includes(name) ? PUSHED_M : ROUNDED)
      : meant === wanted[name],
  );
}

export class FairWatch {
  server: Party | null = null;
  /** By what this game is named at `/fair`: the beginning of the server's anchor. */
  mark = '';
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
  /** The last draw that was called off after this device had given its link. */
  calledOff: number | null = null;
  /** Whether dice fell without chains: at an old table, in a game brought in, or when chains had run out. */
  isUnproven = false;
  /** By seat, how many links that were waited for never came. */
  readonly missed = new Map<number, number>();
  /** By draw and seat, the links that this device gave: `number:seat`. */
  readonly given = new Map<string, string>();
  /** All anchors that were ever told. */
  readonly told = new Set<string>();
  #anchors = new Map<number, string>();
  #seals: { seat: number; first: number; anchor: string }[] = [];
  #parties = new Map<number, Party>();

  constructor(private readonly table: string) {}

  /** Take in an event; `players` are the seats of the game's players. */
  async hear({ event }: LoggedEvent, players: readonly number[]): Promise<void> {
    switch (event.kind) {
      case 'fair_begun':
        this.server ??= { link: event.server, number: 0 };
        this.mark ||= event.server.slice(0, MARK_LENGTH);
        this.length = event.links;
        break;
      case 'anchored':
        this.#anchor(event);
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
        // A second wish for the same links would let the server choose between two sets of dice.
        if (event.number !== this.draws + 1 || this.request) this.fault = 'number';
        else this.request = event;
        break;
      case 'draw_voided':
        if (players.some((seat) => this.given.has(`${event.number}:${seat}`))) this.calledOff = event.number;
        this.draws = event.number;
        this.request = null;
        break;
      case 'played':
        if (event.draw) await this.#check(event, event.draw, players);
        else this.#undrawn(event);
        break;
    }
  }

  /** A move without a draw shows no dice, from the seal on until the chains have run out. */
  #undrawn(event: Played): void {
    if (!shownDice(event, '') && !isShaken(event)) return;
    if (this.setup && this.draws < this.length) this.fault = 'undrawn';
    else this.isUnproven = true;
    this.latest = null;
  }

  /** An anchor stays what it is; a new one is for a seat that is out, and for draws that nobody has asked for. */
  #anchor(event: Extract<TableEvent, { kind: 'anchored' }>): void {
    const { seat, anchor, first } = event;
    this.told.add(anchor);
    if (!this.setup) {
      if ((this.#anchors.get(seat) ?? anchor) !== anchor) this.fault = 'seals';
      this.#anchors.set(seat, anchor);
      return;
    }
    const next = this.#next;
    if (first <= next || this.anchorOf(seat) || this.sealsOf(seat) >= MOST_SEALS) this.fault = 'seals';
    this.#seals.push(event);
  }

  /** The number of the next draw that can be asked for. */
  get #next(): number {
    return this.draws + (this.request ? 2 : 1);
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
    const next = this.#next;
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
    if (this.request.draw !== draw.kind || !isAsked(event, this.request.action)) return 'kind';
    const server = this.server;
    if (!server || !(await leadsTo(draw.server, server.link, draw.number - server.number)))
      return 'server_link';
    this.server = { link: draw.server, number: draw.number };
    const link = await this.#wrongLink(draw, players);
    if (link) return link;
    const faces = await drawFaces(draw.server, message, draw.dice.length);
    const shown = shownDice(event, draw.kind) ?? draw.dice;
    if (draw.sides !== SIDES) return 'dice'; // that bytes mean six faces is agreed on, not told with the draw
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
        if (party) this.missed.set(seat, (this.missed.get(seat) ?? 0) + 1);
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

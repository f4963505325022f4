/** `tumbletrip-fair-1`: chains, draws and faces, as docs/fair-dice.md says. */
import { hashing } from './hashing';

const NAME = 'tumbletrip-fair-1';
const STRIDE = 64; // every so many links one is kept; those between are worked out again
export const MISSING = '-';
/** Bytes from here on are skipped: they would favour the low faces of a die. */
export const SKIPPED = 252;

const words = new TextEncoder();

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The link that was told before this one; nobody can go the other way. */
async function linkBefore(link: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const head = words.encode(`${NAME}|chain|`);
  const all = new Uint8Array(head.length + link.length);
  all.set(head);
  all.set(link, head.length);
  return (await hashing()).sha256(all);
}

/** Whether a link belongs to the chain of an earlier one, so many steps before it. */
export async function leadsTo(link: string, earlier: string, steps: number): Promise<boolean> {
  let found: Uint8Array = fromHex(link);
  for (let step = 0; step < steps; step++) found = await linkBefore(found);
  return toHex(found) === earlier;
}

/** One party's chain: its anchor is told at first, then link 1, link 2, … */
export class Chain {
  private constructor(
    readonly anchor: string,
    private readonly length: number,
    private readonly kept: ReadonlyMap<number, Uint8Array>,
  ) {}

  static async from(secret: Uint8Array, length: number): Promise<Chain> {
    const kept = new Map<number, Uint8Array>();
    let link = secret;
    for (let place = length; place > 0; place--) {
      if (place % STRIDE === 0 || place === length) kept.set(place, link);
      link = await linkBefore(link);
    }
    return new Chain(toHex(link), length, kept);
  }

  /** A link by its number; undefined outside the chain. */
  async link(number: number): Promise<string | undefined> {
    if (number < 1 || number > this.length) return undefined;
    const place = Math.min(Math.ceil(number / STRIDE) * STRIDE, this.length);
    let link = this.kept.get(place);
    for (let step = place; link && step > number; step--) link = await linkBefore(link);
    return link && toHex(link);
  }
}

export interface Bound {
  table: string;
  /** Hash of what was agreed on. */
  setup: string;
}

/** What the server's link is applied to. */
export function drawMessage(
  { table, setup }: Bound,
  number: number,
  kind: string,
  links: readonly string[],
): string {
  return [NAME, 'draw', table, setup, number, kind, ...links].join('|');
}

async function block(server: string, message: string, number: number): Promise<Uint8Array> {
  return (await hashing()).hmac(fromHex(server), words.encode(`${message}|${number}`));
}

/** The first bytes of a draw, for those who want to see them. */
export const firstBytes = (server: string, message: string): Promise<Uint8Array> => block(server, message, 0);

/** The faces of so many dice: the highest bytes, which would favour the low faces, are skipped. */
export async function drawFaces(server: string, message: string, dice: number, sides = 6): Promise<number[]> {
  const faces: number[] = [];
  for (let number = 0; faces.length < dice; number++) {
    for (const byte of await block(server, message, number))
      if (byte < 256 - (256 % sides)) faces.push((byte % sides) + 1);
  }
  return faces.slice(0, dice);
}

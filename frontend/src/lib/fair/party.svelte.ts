/** This device's part in drawing dice: a chain for each of its seats, links given by themselves, draws checked. */
import { drop, read, write } from '$lib/device';
import type { Action } from '$lib/protocol/socket';
import type { LoggedEvent } from '$lib/protocol/views';
import type { Answer } from '$lib/table/session/connection.svelte';
import { Chain, fromHex, toHex } from './protocol';
import { FairWatch, MOST_SEALS, type Verdict, type Wrong } from './watch';

const SECRETS = 'tumbletrip.chains.';

/** What the party needs of its table. */
export interface FairTable {
  readonly table: string;
  readonly seats: readonly number[];
  readonly players: readonly number[];
  /** Whether the game may still draw dice. */
  readonly isOpen: boolean;
  readonly hasEnded: boolean;
  ask: (seat: number, action: Action) => Promise<Answer>;
  give: (seat: number, number: number, link: string) => void;
}

/** By seat, the secrets of the chains that this device has begun; they never leave it. */
type Secrets = Record<string, string[]>;

export class FairParty {
  /** What was found of the last draw. */
  latest = $state.raw<Verdict | null>(null);
  /** The first draw that did not fit: once red, it stays red. */
  firstWrong = $state.raw<Verdict | null>(null);
  /** The last draw that our link missed, by the server's word. */
  leftOut = $state.raw<Verdict | null>(null);
  fault = $state<Wrong | null>(null);
  /** The last draw that was called off although our link was there. */
  calledOff = $state<number | null>(null);
  /** Whether dice fell that nobody can check. */
  isUnproven = $state(false);
  /** Whether the chain of one of our seats is not on this device. */
  isElsewhere = $state(false);
  /** By seat, how many links never came. */
  missed = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** By what this game is named at `/fair`. */
  mark = $state('');
  #watch: FairWatch;
  #chains = new Map<string, Chain>(); // by anchor
  #asked = new Set<string>();
  #work: Promise<void> = Promise.resolve();

  constructor(private readonly at: FairTable) {
    this.#watch = new FairWatch(at.table);
  }

  /** Take in events in their order, then do our part; resolves when all of it is done. */
  hear(events: LoggedEvent[]): Promise<void> {
    this.#work = this.#work.then(() => this.#take(events));
    return this.#work;
  }

  async #take(events: LoggedEvent[]): Promise<void> {
    for (const event of events) await this.#watch.hear(event, this.at.players);
    this.latest = this.#watch.latest;
    this.firstWrong = this.#watch.firstWrong;
    this.leftOut = this.#watch.leftOut;
    this.calledOff = this.#watch.calledOff;
    this.isUnproven = this.#watch.isUnproven;
    this.missed = new Map(this.#watch.missed);
    this.mark = this.#watch.mark;
    for (const seat of this.at.seats) {
      await this.#anchor(seat);
      await this.#give(seat);
    }
    this.fault = this.#watch.fault;
    if (this.at.hasEnded) drop(SECRETS + this.at.table); // nothing is left to be given
  }

  /** Begin a chain, unless one is under way or too many were. */
  async #anchor(seat: number): Promise<void> {
    const watch = this.#watch;
    const begun = watch.sealsOf(seat);
    if (!watch.server || !this.at.isOpen || watch.anchorOf(seat) || begun >= MOST_SEALS) return;
    if (this.#asked.has(`${seat}:${begun}`)) return;
    this.#asked.add(`${seat}:${begun}`);
    const { anchor } = await this.#chain(seat, this.#secret(seat, begun));
    const action = { do: 'anchor', anchor } as Action;
    void this.at.ask(seat, action).then((answer) => answer.ok && this.#expect(anchor));
  }

  /** An anchor that the server has taken stands in the log, after all that is being heard. */
  #expect(anchor: string): void {
    this.#work = this.#work.then(() => {
      if (!this.#watch.told.has(anchor)) this.fault = this.#watch.fault ??= 'seals';
    });
  }

  /** Give our link for the draw under way, once; never one that would tell links of draws to come. */
  async #give(seat: number): Promise<void> {
    const { request, given } = this.#watch;
    if (!request || this.#watch.fault) return;
    const { number } = request;
    const sealed = this.#watch.anchorOf(seat);
    if (!sealed || number < sealed.first || given.has(`${number}:${seat}`)) return;
    const chain = this.#chains.get(sealed.anchor) ?? (await this.#known(seat, sealed.anchor));
    const link = await chain?.link(number - sealed.first + 1);
    this.isElsewhere ||= !chain;
    if (!link) return;
    given.set(`${number}:${seat}`, link);
    this.at.give(seat, number, link);
  }

  /** The chain of an anchor that this device told before its page was loaded again. */
  async #known(seat: number, anchor: string): Promise<Chain | undefined> {
    for (const secret of this.#secrets()[seat] ?? []) {
      const chain = await this.#chain(seat, secret);
      if (chain.anchor === anchor) return chain;
    }
    return undefined;
  }

  async #chain(seat: number, secret: string): Promise<Chain> {
    const chain = await Chain.from(fromHex(secret), this.#watch.length);
    this.#chains.set(chain.anchor, chain);
    return chain;
  }

  /** The secret of a seat's chain, by how many were begun before it; made when it is first needed. */
  #secret(seat: number, begun: number): string {
    const all = this.#secrets();
    const own = all[seat] ?? [];
    while (own.length <= begun) own.push(toHex(crypto.getRandomValues(new Uint8Array(32))));
    write(SECRETS + this.at.table, { ...all, [seat]: own });
    return own[begun] ?? '';
  }

  #secrets(): Secrets {
    return read<Secrets>(SECRETS + this.at.table, {});
  }
}

/** Dice of one table as this device sees them: its party, loaded when the table's events come, or why there is none. */
import { nameOf, playerWho } from '$lib/table/people';
import { isHere } from '$lib/local/place';
import type { TableConnection } from '$lib/table/session/connection.svelte';
import type { LoggedEvent } from '$lib/protocol/views';
import type { FairParty } from './party.svelte';

/** Whether a table's dice are drawn from chains: those of a table on this device are nobody else's. */
export const mayTakePart = (table: string): boolean => !isHere(table);

/** Why there is nothing to prove. */
export type Unproven = 'device' | 'own' | 'daily' | 'old' | 'none';

export class FairSession {
  party = $state.raw<FairParty | null>(null);
  #loading: Promise<FairParty> | null = null;

  constructor(
    readonly table: string,
    private readonly connection: () => TableConnection,
  ) {}

  /** By player, how many links never came. */
  get missed(): number[] {
    const seats = this.connection().view?.players ?? [];
    return seats.map((seat) => this.party?.missed.get(seat) ?? 0);
  }

  /** Take in events, the past and the new; whoever calls need not wait. */
  async hear(events: LoggedEvent[]): Promise<void> {
    if (!mayTakePart(this.table)) return;
    this.#loading ??= this.#load();
    await (await this.#loading).hear(events);
  }

  async #load(): Promise<FairParty> {
    const { FairParty: Party } = await import('./party.svelte');
    const { table, connection } = this;
    const party = new Party({
      table,
      get seats() {
        return connection().seats;
      },
      get players() {
        return connection().view?.players ?? [];
      },
      get isOpen() {
        return ['open', 'playing'].includes(connection().view?.status ?? '');
      },
      get hasEnded() {
        return ['over', 'abandoned'].includes(connection().view?.status ?? '');
      },
      ask: (seat, action) => connection().ask(seat, action),
      give: (seat, number, link) => connection().give(seat, number, link),
    });
    this.party = party;
    return party;
  }

  get unproven(): Unproven | null {
    if (this.party?.latest) return null;
    const { view } = this.connection();
    if (view?.setup.options['own_dice']) return 'own';
    if (view?.setup.options['daily']) return 'daily';
    if (!mayTakePart(this.table)) return 'device';
    return this.party?.isUnproven ? 'old' : 'none';
  }

  /** Who a player is, for those who explain a draw. */
  get names(): string[] {
    const { view, seats } = this.connection();
    return (view?.players ?? []).map((_, player) => nameOf(playerWho(view, player, seats)));
  }
}

/** A table of a game that the app knows nothing of: whose turn it is, and what our seats may do. */
import type { Action } from '$lib/protocol/socket';
import type { Who } from '$lib/texts.svelte';
import { TableSession } from '$lib/table/session/session.svelte';

interface Turn {
  seat: number;
  player: number;
  actions: Action[];
}

export class PlainGame extends TableSession {
  /** Our seats, each with all that it may do now. */
  get turns(): Turn[] {
    return this.ownSeats.flatMap((seat) => {
      const own = this.view?.you[String(seat)];
      const player = this.view?.players.indexOf(seat) ?? -1;
      return own && 'actions' in own ? [{ seat, player, actions: own.actions }] : [];
    });
  }

  /** Those whom the game waits for. */
  get awaited(): Who[] {
    const waiting = this.view?.waiting_for ?? [];
    return (this.view?.players ?? []).flatMap((seat, player) =>
      waiting.includes(seat) ? [this.playerWho(player)] : [],
    );
  }

  get isOver(): boolean {
    return this.view?.status === 'over' || this.view?.status === 'abandoned';
  }

  protected override hear(): void {
    this.keepTable();
  }

  protected override hearPast(): void {
    this.keepTable();
  }
}

/** A client's session at a table of any game: its connection, commands and notes. */
import { knownTable, remember, secretsAt, type KnownTable } from '$lib/device';
import { FairSession } from '$lib/fair/session.svelte';
import type { Action } from '$lib/protocol/socket';
import type { LoggedEvent, TableView } from '$lib/protocol/views';
import { go } from '$lib/router.svelte';
import { sayAny, type Who } from '$lib/texts.svelte';
import type { AnyTable } from './any';
import { connect, type TableConnection } from './connection.svelte';
import { nameOf, playerLevel, playerWho, whoHas } from '$lib/table/people';

const NOTE_MS = 5000;

export class TableSession implements AnyTable {
  connection: TableConnection;
  /** The toast: a refusal, or what somebody did. */
  note = $state.raw<{ text: string; isRefusal: boolean } | null>(null);
  /** How the dice of this table are drawn, and whether they fit. */
  fair = $state.raw<FairSession | null>(null);
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.connection = $state.raw(this.#connected());
  }

  #connected(): TableConnection {
    const connection = connect(this.table, () => secretsAt(this.table));
    const fair = new FairSession(this.table, () => connection);
    this.fair = fair;
    connection.onnews = (events) => {
      void fair.hear(events);
      this.hear?.(events);
      this.#follow(events);
    };
    connection.onpast = (events) => {
      void fair.hear(events);
      this.hearPast?.(events);
    };
    return connection;
  }

  connectAgain(): void {
    this.connection.close();
    this.connection = this.#connected();
  }

  wake(): void {
    this.connection.wake();
  }

  lose(): void {
    this.connection.lose();
  }

  close(): void {
    this.connection.close();
    clearTimeout(this.#noteTimer);
  }

  /** Those who only watch go along when the players play again. */
  #follow(events: LoggedEvent[]): void {
    if (this.connection.seats.length) return;
    for (const { event } of events) if (event.kind === 'rematched') go(`/t/${event.table}`);
  }

  /** Called with events as they happen. */
  protected hear?(events: LoggedEvent[]): void;

  /** Called with past events that this client had missed. */
  protected hearPast?(events: LoggedEvent[]): void;

  get view(): TableView | null {
    return this.connection.view;
  }

  /** Seats of this device that play. */
  get ownSeats(): number[] {
    const players = this.view?.players ?? [];
    return this.connection.seats.filter((seat) => players.includes(seat));
  }

  /** Who has a seat, in a sentence. */
  seatWho(number: number): Who {
    const seat = this.view?.seats[number];
    return seat ? whoHas(seat, number, this.connection.seats) : '';
  }

  /** A player in a sentence. */
  playerWho(player: number): Who {
    return playerWho(this.view, player, this.connection.seats);
  }

  /** A player in a list. */
  playerName(player: number): string {
    return nameOf(this.playerWho(player));
  }

  /** The level of a bot; empty for people. */
  playerLevel(player: number): string {
    return playerLevel(this.view, player);
  }

  /** Send an action, from our first seat unless another is named; shows a refusal. True if it was accepted. */
  async ask(action: Action, seat: number | null = this.connection.seats[0] ?? null): Promise<boolean> {
    if (seat === null) return false;
    const answer = await this.connection.ask(seat, action);
    if (!answer.ok) this.refused(answer.refusal);
    return answer.ok;
  }

  protected refused(refusal: string): void {
    this.tell(sayAny(refusal), true);
  }

  tell(text: string, isRefusal = false): void {
    this.note = { text, isRefusal };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), NOTE_MS);
  }

  /** Update the list of this device's tables; false if this one does not belong there. */
  protected keepTable(news: Partial<KnownTable> = {}): boolean {
    const { view, connection } = this;
    if (!view || (!connection.seats.length && !knownTable(this.table))) return false;
    remember(this.table, {
      code: connection.code,
      names: view.seats.flatMap((seat) => (seat.occupant !== 'closed' && seat.name ? [seat.name] : [])),
      game: view.setup.game,
      isOver: view.status === 'over',
      ...news,
    });
    return true;
  }
}

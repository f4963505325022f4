/** Work of the server on a map: asked for, followed, stopped on demand. */
import { api, type BoardOrder, type BoardWork } from '$lib/api';
import { say } from '$lib/texts.svelte';
import { complaintOf } from '$lib/trouble';

const POLL_MS = 700;

export class WorkOnBoard {
  state = $state.raw<BoardWork | null>(null);
  problem = $state('');
  isRunning = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly ondone: (result: Record<string, unknown>) => void) {}

  start(order: BoardOrder): void {
    this.problem = '';
    this.isRunning = true;
    void this.#step(order);
  }

  stop(): void {
    this.leave();
    if (this.state) void api.stopBoardWork(this.state.key).catch(() => {}); // it ends by itself as well
    this.state = null;
  }

  /** Ask no more; the server goes on. */
  leave(): void {
    this.isRunning = false;
    clearTimeout(this.#timer);
  }

  async #step(order: BoardOrder): Promise<void> {
    try {
      const state = await api.boardWork(order);
      if (!this.isRunning) return;
      this.state = state;
      if (state.state === 'ready' && state.result) this.#end(state.result);
      else if (state.state === 'failed') this.#fail(say('app.boards.work_failed'));
      else this.#timer = setTimeout(() => void this.#step(order), POLL_MS);
    } catch (error) {
      if (this.isRunning) this.#fail(complaintOf(error));
    }
  }

  #end(result: Record<string, unknown>): void {
    this.leave();
    this.state = null;
    if (typeof result['refused'] === 'string') this.problem = result['refused'];
    else this.ondone(result);
  }

  #fail(problem: string): void {
    this.leave();
    this.state = null;
    this.problem = problem;
  }
}

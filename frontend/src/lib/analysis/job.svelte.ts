/** An analysis on its way: asked for, followed, and given up if people change their mind. */
import { api, ApiError, type AnalysisState } from '$lib/api';
import { complaintOf, untilThere } from '$lib/trouble';

const POLL_MS = 700;

export class AnalysisJob {
  state = $state.raw<AnalysisState | null>(null);
  /** A code and a sentence, when there is nothing to follow. */
  problem = $state.raw<{ status: number; text: string } | null>(null);
  isCancelled = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(readonly table: string) {}

  /** Ask for the analysis and follow it; asking again for one that is there gets it at once. */
  start(): void {
    this.isCancelled = false;
    this.problem = null;
    void this.#step(() => api.askForAnalysis(this.table));
  }

  cancel(): void {
    this.isCancelled = true;
    clearTimeout(this.#timer);
    void api.cancelAnalysis(this.table).catch(() => {});
    this.state = null;
  }

  /** Nobody looks any more; the work itself goes on, so that it is there when they come back. */
  leave(): void {
    this.#isGone = true;
    clearTimeout(this.#timer);
  }

  async #step(ask: () => Promise<AnalysisState>): Promise<void> {
    try {
      const state = await ask();
      if (this.isCancelled || this.#isGone) return;
      this.state = state;
      if (state.state === 'ready' || state.state === 'failed') return;
      // Another process of the server may have been asked this time: there it is asked for as well.
      const next = state.state === 'none' ? api.askForAnalysis : api.seeAnalysis;
      const follow = () => untilThere(() => next(this.table)); // a lost answer is no reason to stop
      this.#timer = setTimeout(() => void this.#step(follow), POLL_MS);
    } catch (error) {
      if (this.#isGone) return;
      const status = error instanceof ApiError ? error.status : 0;
      const text = complaintOf(error);
      this.problem = { status, text };
    }
  }
}

/** A running analysis: requested, polled, and cancelled on demand. */
import { api, ApiError, type AnalysisState } from '$lib/api';
import { isSealed } from '$lib/daily/sealed';
import { deviceId, secretsAt } from '$lib/device';
import { complaintOf, untilThere } from '$lib/trouble';

const POLL_MS = 700;

export class AnalysisJob {
  state = $state.raw<AnalysisState | null>(null);
  /** The status and message of a failed request. */
  problem = $state.raw<{ status: number; text: string; isSealed: boolean } | null>(null);
  isCancelled = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(readonly table: string) {}

  /** Request the analysis and poll it; one that is finished is returned at once. */
  start(): void {
    this.isCancelled = false;
    this.problem = null;
    void this.#step(() => api.askForAnalysis(this.table, deviceId()));
  }

  cancel(): void {
    this.isCancelled = true;
    clearTimeout(this.#timer);
    void api.cancelAnalysis(this.table, deviceId(), secretsAt(this.table)[0]).catch(() => {});
    this.state = null;
  }

  /** Stop polling; the server goes on, so that the result is there later. */
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
      // Another server process may have answered, which does not know of it yet: request it there as well.
      const next = state.state === 'none' ? api.askForAnalysis : api.seeAnalysis;
      const follow = () => untilThere(() => next(this.table, deviceId())); // retried after a lost answer
      this.#timer = setTimeout(() => void this.#step(follow), POLL_MS);
    } catch (error) {
      if (this.#isGone) return;
      const status = error instanceof ApiError ? error.status : 0;
      const text = complaintOf(error);
      this.problem = { status, text, isSealed: error instanceof ApiError && isSealed(error) };
    }
  }
}

/** Has the server count a document, now or once it is reachable. The last answer stays available.

The whole document is sent each time and the server keeps nothing, so that retries are safe. */
import { ApiError } from '$lib/api';

/** waiting: no connection, will be retried; refused: the document breaks the rules. */
export type CountState = 'counted' | 'counting' | 'waiting' | 'refused';

/** An answer, and what was asked: the document as text. */
export interface CountedText<Answer> {
  asked: string;
  answer: Answer;
}

const RETRY_MS = 3000;
const PAUSE_MS = 120; // debounces typing

export class Counting<Body, Answer> {
  last = $state.raw<CountedText<Answer> | null>(null);
  state = $state<CountState>('counted');
  problem = $state('');

  #wanted: { text: string; body: Body } | null = null;
  #isAsking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: (body: Body) => Promise<Answer>,
    private readonly keep: (counted: CountedText<Answer>) => void = () => {},
  ) {}

  get answer(): Answer | null {
    return this.last?.answer ?? null;
  }

  /** Count this, unless it is what was counted last; the language is part of the question. */
  want(body: Body, language: string): void {
    const text = `${language} ${JSON.stringify(body)}`;
    if (text === this.#wanted?.text) return;
    this.#wanted = { text, body };
    if (text === this.last?.asked) {
      this.state = 'counted';
      this.problem = '';
      return;
    }
    this.state = 'counting';
    this.#later(PAUSE_MS);
  }

  /** Retry at once if a request is waiting: the device may be online again. */
  wake(): void {
    if (this.state === 'waiting') void this.#work();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), ms);
  }

  async #work(): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted || this.#isAsking || wanted.text === this.last?.asked) return;
    this.#isAsking = true;
    try {
      const answer = await this.ask(wanted.body);
      if (!this.#wanted) return; // closed meanwhile: a deleted document must not be stored again
      this.last = { asked: wanted.text, answer };
      this.keep(this.last);
      if (wanted === this.#wanted) [this.state, this.problem] = ['counted', ''];
    } catch (error) {
      if (wanted === this.#wanted) this.#failed(error);
    }
    this.#isAsking = false;
    if (this.#wanted && wanted !== this.#wanted) this.#later(0);
  }

  #failed(error: unknown): void {
    const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isRefusal && error.status !== 429) {
      [this.state, this.problem] = ['refused', error.message];
      return;
    }
    this.state = 'waiting';
    this.#later(RETRY_MS);
  }
}

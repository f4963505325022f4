/** Asks the server to count a document, now or as soon as the line is back. The last answer stays to be seen.

The whole document is sent each time and nothing is kept at the other end, so asking again does no harm. */
import { ApiError } from '$lib/api';

/** waiting: nobody answered, it will be asked again; refused: the rules do not allow what stands there. */
export type CountState = 'counted' | 'counting' | 'waiting' | 'refused';

/** An answer, and what was asked: the document as text. */
export interface CountedText<Answer> {
  asked: string;
  answer: Answer;
}

const RETRY_MS = 3000;
const PAUSE_MS = 120; // fingers are quicker than the line

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

  /** Try again at once, if there is something to ask: the line may be back. */
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
      if (!this.#wanted) return; // closed meanwhile: what was thrown away shall not come back
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

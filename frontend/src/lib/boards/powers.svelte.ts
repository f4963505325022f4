/** What can be done for maps here beside drawing: a server says so, and a device alone can do none of it. */
import { api } from '$lib/api';
import { isAlone } from '$lib/local/place';

class Powers {
  /** Places of the world are found by name. */
  places = $state(false);
  /** Champions are trained. */
  training = $state(false);

  /** Ask the server; without an answer there are no such powers. */
  async ask(): Promise<void> {
    if (isAlone()) return;
    const found = await api.boardPowers().catch(() => null);
    this.places = found?.places ?? false;
    this.training = found?.training ?? false;
  }
}

export const powers = new Powers();

/** Whether the server answers. */
import { addressOf } from '../base';

const AGAIN_MS = 5000;

class Server {
  /** Whether nobody answered the last time: what is opened now opens on this device. */
  isSilent = $state(false);

  /** Asks what no browser and no service worker keeps an answer to. */
  async ask(): Promise<void> {
    const answer = await fetch(addressOf('/health'), { cache: 'no-store' }).catch(() => null);
    this.isSilent = !answer?.ok; // a proxy may stand before a server that is gone
  }

  /** Asks now, when the browser's own connection changes, and while the server is silent; until what is returned is called. */
  listen(): () => void {
    const ask = () => void this.ask();
    const timer = setInterval(() => this.isSilent && ask(), AGAIN_MS);
    addEventListener('offline', ask);
    addEventListener('online', ask);
    ask();
    return () => {
      clearInterval(timer);
      removeEventListener('offline', ask);
      removeEventListener('online', ask);
    };
  }
}

export const server = new Server();

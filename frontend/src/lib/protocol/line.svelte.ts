/** The line to the server, as the last request found it. */

const AGAIN_MS = 5000;

class Server {
  /** Whether nobody answered the last time: what is opened now opens on this device. */
  isSilent = $state(false);

  /** Takes note of an answer; one that the service worker kept says that the server gave none. */
  heard(answer: Response): Response {
    this.isSilent = answer.headers.has('X-Kept');
    return answer;
  }

  /** Keeps asking while the server is silent, until what is returned is called. */
  listen(ask: () => Promise<unknown>): () => void {
    const lose = () => (this.isSilent = true);
    const again = () => void ask().catch(lose);
    const timer = setInterval(() => this.isSilent && again(), AGAIN_MS);
    addEventListener('offline', lose);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('offline', lose);
      removeEventListener('online', again);
    };
  }
}

export const server = new Server();

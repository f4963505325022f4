/** Noticing that the network went; reconnecting when it comes back or the page becomes visible. */
export interface Reconnectable {
  wake: () => void;
  /** The browser says that there is no network. */
  lose?: () => void;
  close: () => void;
}

/** Wake a connection whenever a retry may succeed, for use in an effect; returns the clean-up, which closes it. */
export function keepConnected(one: Reconnectable): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') one.wake();
  };
  const lose = () => one.lose?.();
  addEventListener('online', wake);
  addEventListener('offline', lose);
  document.addEventListener('visibilitychange', wake);
  return () => {
    removeEventListener('online', wake);
    removeEventListener('offline', lose);
    document.removeEventListener('visibilitychange', wake);
    one.close();
  };
}

/** Answers that this device will need without a connection. */

/** Ask again for what came before the service worker was awake: it keeps what passes through it. */
export function keepForOffline(paths: string[]): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (!workers || workers.controller) return;
  const askAgain = () => {
    for (const path of paths) void fetch(`/api${path}`).catch(() => {});
  };
  workers.addEventListener('controllerchange', askAgain, { once: true });
}

/** Answers that this device will need without a connection. */

const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
const wasAwake = Boolean(workers?.controller);

/** Ask again for what came before the service worker was awake: it keeps what passes through it. */
export function keepForOffline(paths: string[]): void {
  if (!workers || wasAwake) return;
  const askAgain = () => {
    for (const path of paths) void fetch(`/api${path}`).catch(() => {});
  };
  if (workers.controller) askAgain();
  else workers.addEventListener('controllerchange', askAgain, { once: true });
}

/** Prefetching answers for offline use. */

const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
const wasAwake = Boolean(workers?.controller);

/** Repeat requests that were made before the service worker was active: it caches only what passes through it. */
export function keepForOffline(paths: string[]): void {
  if (!workers || wasAwake) return;
  const askAgain = () => {
    for (const path of paths) void fetch(`/api${path}`).catch(() => {});
  };
  if (workers.controller) askAgain();
  else workers.addEventListener('controllerchange', askAgain, { once: true });
}

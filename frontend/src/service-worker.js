/* Keeps the app's own files for days without a connection, and the finished games one has looked at. */
const SHELL = '__NAME__';
const BASE = new URL('./', self.location.href).pathname;
const FILES = ['__FILES__'].map((file) => BASE + file);
const GAMES = 'games-1';
const MOST_GAMES = 60;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES).then(() => rootPage(cache)))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldShells(), dropChoices()]).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(networkFirst(new Request(BASE), SHELL, request));
  else if (isReadable(url.pathname)) event.respondWith(networkFirst(request, GAMES, request));
  else if (FILES.includes(url.pathname) || isUnpacked(url.pathname)) event.respondWith(cacheFirst(request));
});

/** Whether an answer may come from the cache: finished games, maps, choices; never a live table. */
function isReadable(path) {
  return /^api\/(choices|editions\/[^/]+|tables\/[^/]+\/replay)$/.test(path.slice(BASE.length));
}

/** Whether a file of the pack is asked for as it is kept here, not as it comes over the line. */
function isUnpacked(path) {
  return path.startsWith(`${BASE}pack/`) && !path.endsWith('.pack') && !path.endsWith('/pack.json');
}

/** A plain host's page names its files from where it lies; it is shown at deeper addresses, too. */
async function rootPage(cache) {
  const page = await cache.match(BASE);
  const rooted = (await page.clone().text()).replace(/(href|src)="\.\//g, `$1="${BASE}`);
  await cache.put(BASE, new Response(rooted, page));
}

async function dropOldShells() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('shell-') && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Cached choices may have the format of an earlier version of the app. */
async function dropChoices() {
  const games = await caches.open(GAMES);
  await games.delete(`${BASE}api/choices`);
}

async function cacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function networkFirst(key, cacheName, request) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok && cacheName === GAMES) await remember(cache, key, answer.clone());
    // A plain file host knows no page but its files: the app knows the others.
    return answer.ok || cacheName === GAMES ? answer : ((await cache.match(key)) ?? answer);
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

async function remember(cache, key, answer) {
  await cache.put(key, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_GAMES)).map((old) => cache.delete(old)));
}

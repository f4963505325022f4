/** Client-side routing: which screen an address asks for. */
import { addressOf, pathOf } from './base';

export type Place =
  | { screen: 'home' }
  | { screen: 'new'; mode: string; game: string | undefined }
  | { screen: 'code'; code: string }
  | { screen: 'table'; table: string }
  | { screen: 'replay'; table: string }
  | { screen: 'analysis'; table: string }
  | { screen: Page }
  | { screen: 'missing' };

/** Screens without parameters. */
const PAGES = [
  'boards',
  'practice',
  'rules',
  'settings',
  'companion',
  'scorepad',
  'sheets',
  'daily',
  'puzzle',
  'records',
] as const;
type Page = (typeof PAGES)[number];

/** Former addresses of pages, for bookmarks and home screens. */
const FORMER: Record<string, Page> = { pad: 'scorepad' };

/** The place an address names. */
export function placeOf(path: string, query = ''): Place {
  const [first, second, third, ...rest] = path.split('/').filter(Boolean).map(decode);
  if (first === undefined) return { screen: 'home' };
  if (rest.length) return { screen: 'missing' };
  if (first === 't' && second && !third) return { screen: 'table', table: second };
  if (first === 't' && second && third === 'replay') return { screen: 'replay', table: second };
  if (first === 't' && second && third === 'analysis') return { screen: 'analysis', table: second };
  if (first === 'c' && second && !third) return { screen: 'code', code: second };
  if (first === 'new' && !third) {
    const wishes = new URLSearchParams(query);
    const game = second ?? wishes.get('game') ?? undefined;
    return { screen: 'new', mode: wishes.get('mode') ?? 'friends', game };
  }
  if (second) return { screen: 'missing' };
  const page = FORMER[first] ?? PAGES.find((name) => name === first);
  return { screen: page ?? 'missing' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // malformed escapes: no place of ours, shown as missing
  }
}

let place = $state.raw<Place>(placeOf(pathOf(location.pathname), location.search));

export function currentPlace(): Place {
  return place;
}

/** Go to a place of the app. */
export function go(path: string): void {
  history.pushState(null, '', addressOf(path));
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  place = placeOf(pathOf(location.pathname), location.search);
}

/** Follow the back button, and links that lead to our own places. */
export function followLinks(): void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain || event.defaultPrevented || link.origin !== location.origin) return;
    if (link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(pathOf(link.pathname) + link.search);
  });
}

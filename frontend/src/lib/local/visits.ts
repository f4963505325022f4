/** When the app offers to be here without a connection: from the second visit on, and once it is installed. */
import { read, write } from '$lib/device';

const VISITS = 'tumbletrip.visits';
const DECLINED = 'tumbletrip.no_offer';
const OFFERED_AT = 2;

/** How often this browser has been here; a tab that is reloaded is no new visit. */
function visits(): number {
  const before = read<number>(VISITS, 0);
  if (read(VISITS, false, () => sessionStorage)) return before;
  write(VISITS, true, () => sessionStorage);
  write(VISITS, before + 1);
  return before + 1;
}

/** Whether the app runs in a window of its own, from a home screen or a dock. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** Whether to ask at all. */
export function mayOffer(): boolean {
  return visits() >= OFFERED_AT && !read(DECLINED, false);
}

/** Never ask again: it stays in the settings. */
export const decline = (): void => write(DECLINED, true);

/** Once the app is installed it becomes playable without a connection by itself. */
export function keepOnceInstalled(): void {
  const keep = () => void import('./keeping').then(({ keepUnlessMetered }) => keepUnlessMetered());
  if (isInstalled()) keep();
  else addEventListener('appinstalled', keep, { once: true });
}

/** Fetching the pack without being asked, where that costs nobody anything. */
import { device } from './device.svelte';
import { isFree, mayKeepPack } from './pack';

/** Fetch what is not here of the pack, unless the line may cost something. */
export async function keepUnlessMetered(): Promise<void> {
  if (!mayKeepPack() || !isFree()) return;
  await device.fetch().catch(() => {}); // the next start tries again
}

/** Fetching the pack without being asked, where that costs nobody anything. */
import { device } from './device.svelte';
import { mayKeepPack } from './pack';

/** What some browsers tell about the line. */
interface Line {
  saveData?: boolean;
  type?: string;
}

/** Whether a line is surely not paid by the megabyte; a browser that tells nothing leaves the choice to people. */
export function isUnmetered(line: Line | undefined): boolean {
  const isPaid = line?.saveData || ['cellular', 'bluetooth', 'wimax'].includes(line?.type ?? '');
  return line !== undefined && !isPaid;
}

/** Fetch what is not here of the pack, unless the line may cost something. */
export async function keepUnlessMetered(): Promise<void> {
  const { connection } = navigator as { connection?: Line };
  if (!mayKeepPack() || !isUnmetered(connection)) return;
  await device.fetch().catch(() => {}); // the next start tries again
}

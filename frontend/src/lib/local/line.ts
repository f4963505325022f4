/** What the line may cost. */

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

/** Whether this device's line is such a one. */
export const isFree = (): boolean => isUnmetered((navigator as { connection?: Line }).connection);

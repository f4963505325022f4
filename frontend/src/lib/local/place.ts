/** Where tables are: at the server that gave us this page, or on this device. Loads nothing by itself. */

const MARK = '~'; // ids of this device's tables begin with it, and those of no server

/** Whether a table lives on this device. */
export const isHere = (table: string): boolean => table.startsWith(MARK);

/** Whether a request is about a table of this device. */
export const isAboutHere = (path: string): boolean => path.startsWith(`/tables/${encodeURIComponent(MARK)}`);

const ALONE = 'meta[name="tumbletrip-server"][content="none"]';

/** Whether this page came from a plain file host: then there is no server to ask. */
export const isAlone = (): boolean =>
  typeof document !== 'undefined' && Boolean(document.querySelector(ALONE));

/** Pages of a server: days that all share, links to tables of others, and printing. */
export const OF_SERVERS = ['daily', 'puzzle', 'code', 'sheets'];

/** This device as its own server, loaded when it is needed. */
export const ownDevice = async () => (await import('./device.svelte')).device;

/** The open document in the fragment of the address, for the back button and for reloads. */

export const openId = (): string => decodeURIComponent(location.hash.slice(1));

/** Push the open document's id to the history. */
export function noteOpen(id: string): void {
  history.pushState(null, '', id ? `#${encodeURIComponent(id)}` : location.pathname);
}

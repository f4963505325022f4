/** Which document of a screen is open, in the address: so the back button and a reload find it. */

export const openId = (): string => decodeURIComponent(location.hash.slice(1));

/** Note in the address what is open now; the router shows the same screen again when somebody goes back. */
export function noteOpen(id: string): void {
  history.pushState(null, '', id ? `#${encodeURIComponent(id)}` : location.pathname);
}

/** The path under which the app lies: `/` at a server of ours, anything on a file host. */
const here = import.meta.url; // a file in `assets`, once it is built

export const BASE = import.meta.env.PROD ? new URL('..', here).pathname : '/';

/** A path of the app as an address: `/rules` may lie at `/games/rules`. */
export const addressOf = (path: string): string => BASE + path.replace(/^\//, '');

/** A path of the app as others can open it, with the host's name. */
export const linkTo = (path: string): string => new URL(addressOf(path), location.origin).href;

/** The path of the app that an address names. */
export const pathOf = (address: string): string =>
  address.startsWith(BASE) ? `/${address.slice(BASE.length)}` : address;

/** SHA-256 and HMAC: the browser's own, or written in JavaScript where a page came over plain http and has none. */

type Bytes = Uint8Array<ArrayBuffer>;

export interface Hashing {
  sha256(bytes: Bytes): Promise<Bytes>;
  hmac(key: Bytes, message: Bytes): Promise<Bytes>;
}

const ofBrowser: Hashing = {
  async sha256(bytes) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  },
  async hmac(key, message) {
    const how = { name: 'HMAC', hash: 'SHA-256' };
    const own = await crypto.subtle.importKey('raw', key, how, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', own, message));
  },
};

/** For pages of a server in the house, which nobody gives a certificate. */
export async function written(): Promise<Hashing> {
  const [{ sha256 }, { hmac }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/hmac.js'),
  ]);
  return {
    sha256: (bytes) => Promise.resolve(new Uint8Array(sha256(bytes))),
    hmac: (key, message) => Promise.resolve(new Uint8Array(hmac(sha256, key, message))),
  };
}

let found: Promise<Hashing> | undefined;

/** What this page hashes with. */
export function hashing(): Promise<Hashing> {
  // `subtle` is there in secure contexts only, whatever its type says.
  found ??= 'subtle' in crypto ? Promise.resolve(ofBrowser) : written();
  return found;
}

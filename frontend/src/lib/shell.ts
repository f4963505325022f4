/** Registers the service worker; the content security policy wants its address to be made by name. */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL: (url: string) => string;
  };
}

const WORKER = '/sw.js';

export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('tumbletrip', { createScriptURL: () => WORKER });
  // Without a worker (private windows, plain http) everything works but reading offline.
  navigator.serviceWorker.register(policy ? policy.createScriptURL(WORKER) : WORKER).catch(() => {});
}

/** The app's one Trusted Types policy, which the content security policy demands. */

interface Policy {
  createHTML: (html: string) => string;
  createScriptURL: (url: string) => string;
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};
const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url };
const policy = trustedTypes?.createPolicy('tumbletrip', rules) ?? rules;

const WORKER = '/sw.js';

/** Registers the service worker; without one (private windows, plain http) only offline use is missing. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(policy.createScriptURL(WORKER)).catch(() => {});
}

/** Puts a page that was rendered at build time into an element. */
export function ownPage(html: string): (element: Element) => void {
  return (element) => {
    element.innerHTML = policy.createHTML(html);
  };
}

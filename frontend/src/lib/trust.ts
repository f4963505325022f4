/** The app's one Trusted Types policy, which the content security policy demands. */
import { addressOf } from './base';

interface Policy {
  createHTML: (html: string) => string;
  createScriptURL: (url: string) => string;
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};
const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url };
const policy = trustedTypes?.createPolicy('tumbletrip', rules) ?? rules;

const WORKER = addressOf('/sw.js');

/** Registers the service worker; without one (private windows, plain http) only offline use is missing. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(policy.createScriptURL(WORKER)).catch(() => {});
}

/** Starts a worker of our own. */
export function ownWorker(url: string): Worker {
  return new Worker(policy.createScriptURL(url), { type: 'module' });
}

/** Puts a page that was rendered at build time into an element. */
export function ownPage(html: string): (element: Element) => void {
  return (element) => {
    element.innerHTML = policy.createHTML(html);
  };
}

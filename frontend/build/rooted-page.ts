/** Addresses in the page begin at the root: a server shows it for every path. */
import type { Plugin } from 'vite';

export function rootedPage(): Plugin {
  return {
    name: 'tumbletrip-rooted-page',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (page) => page.replace(/(href|src)="\.\//g, '$1="/') },
  };
}

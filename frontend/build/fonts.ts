/** Names our fonts in the page's head, so that they come beside the scripts and not after them. */
import type { HtmlTagDescriptor, Plugin } from 'vite';

export function fonts(): Plugin {
  return {
    name: 'tumbletrip-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
  };
}

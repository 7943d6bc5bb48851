import { createHash } from 'node:crypto';
import { STORAGE_KEYS } from '../src/lib/state/storage-keys.ts';
import type { Plugin } from 'vite';

/**
 * Script that sets the theme before the first paint. A separate file, because the content security policy forbids
 * inline scripts; not a module, because modules run after the first paint.
 */
const SOURCE = `(function () {
  var choice = null;
  try { choice = localStorage.getItem(${JSON.stringify(STORAGE_KEYS.theme)}); } catch (_) { choice = null; }
  if (choice !== 'light' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = choice;
})();
`;

const FILE_NAME = `assets/theme-boot-${createHash('sha256').update(SOURCE).digest('hex').slice(0, 8)}.js`;

/** Vite plugin that writes the theme script under a hashed name and puts it first in the page's head. */
export function themeBoot(): Plugin {
  return {
    name: 'packshot:theme-boot',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: SOURCE });
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE_NAME}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(SOURCE);
      });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE_NAME}` }, injectTo: 'head-prepend' }],
  };
}

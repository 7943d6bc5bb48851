import type { HtmlTagDescriptor, Plugin } from 'vite';

export interface PreloadLandingOptions {
  /** The landing page's lazy chunks, as the end of their source path: fetched beside the entry, not after it. */
  readonly modules: readonly string[];
  /** The one font file that the first screen is set in. */
  readonly font: RegExp;
}

/** Adds preload links for what the landing page needs and the browser would discover late. */
export function preloadLanding({ modules, font }: PreloadLandingOptions): Plugin {
  return {
    name: 'packshot:preload-landing',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const tags: HtmlTagDescriptor[] = [];
        for (const output of Object.values(bundle ?? {})) {
          if (output.type === 'asset' && font.test(output.fileName)) {
            const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
            tags.push({ tag: 'link', attrs: { ...attrs, href: `/${output.fileName}` }, injectTo: 'head' });
          }
          if (output.type !== 'chunk') continue;
          const id = output.facadeModuleId;
          if (!id || !modules.some((ending) => id.endsWith(ending))) continue;
          const href = `/${output.fileName}`;
          tags.push({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href },
            injectTo: 'head',
          });
        }
        return tags;
      },
    },
  };
}

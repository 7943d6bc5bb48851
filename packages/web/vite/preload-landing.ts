import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

export interface PreloadLandingOptions {
  /** Modules of the landing page's lazy scripts, by the end of their source path; their imports are preloaded too. */
  readonly modules: readonly string[];
  /** Patterns of the pictures on the landing page's first screen. */
  readonly images: readonly RegExp[];
  /** Pattern of the font file that every page uses first. */
  readonly font: RegExp;
  /**
   * Name of a copy of the page without the landing page's own files, for the other pages. The server chooses the copy
   * by address.
   */
  readonly bareCopy: string;
  /** Name of a copy that preloads the scripts of the Create page instead, and that page's modules. */
  readonly createCopy: { readonly fileName: string; readonly modules: readonly string[] };
}

const LANDING_PAGE = 'index.html';

/**
 * Adds preload links for files that the landing page needs and the browser would discover late: the page's script
 * loads after the shell, and its pictures after that script. A pattern that matches no file fails the build.
 */
export function preloadLanding({
  modules,
  images,
  font,
  bareCopy,
  createCopy,
}: PreloadLandingOptions): Plugin {
  const scriptLinks = (bundle: Rolldown.OutputBundle, endings: readonly string[]): Link[] => {
    const shell = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
    const shellScripts = withImports(bundle, shell ? [shell.fileName] : []);
    const scripts = withImports(
      bundle,
      endings.map((ending) => requireChunk(bundle, ending)),
    );
    return [...scripts]
      .filter((file) => !shellScripts.has(file))
      .map((file) => linkTo(file, { rel: 'modulepreload', crossorigin: '' }));
  };
  const ownLinks = (bundle: Rolldown.OutputBundle): Link[] => [
    ...scriptLinks(bundle, modules),
    ...images.map((image) =>
      linkTo(fileLike(bundle, image), { rel: 'preload', as: 'image', fetchpriority: 'high' }),
    ),
  ];
  return {
    name: 'packshot:preload-landing',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const fontAttrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return [linkTo(fileLike(bundle, font), fontAttrs), ...ownLinks(bundle)];
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[LANDING_PAGE];
        if (page?.type !== 'asset') throw new Error(`The build has made no ${LANDING_PAGE}`);
        const bare = ownLinks(bundle).reduce(withoutLink, page.source.toString());
        this.emitFile({ type: 'asset', fileName: bareCopy, source: bare });
        const links = scriptLinks(bundle, createCopy.modules).map(({ attrs }) => attrs['href']);
        const preloads = links.map((href) => `<link rel="modulepreload" crossorigin href="${href}">\n  `);
        this.emitFile({
          type: 'asset',
          fileName: createCopy.fileName,
          source: bare.replace('</head>', `  ${preloads.join('  ')}</head>`),
        });
      },
    },
  };
}

type Link = HtmlTagDescriptor & { readonly attrs: Record<string, string> };

const linkTo = (file: string, attrs: Record<string, string>): Link => ({
  tag: 'link',
  attrs: { ...attrs, href: `/${file}` },
  injectTo: 'head',
});

const withoutLink = (html: string, { attrs: { href = '' } }: Link): string =>
  html
    .split('\n')
    .filter((line) => !line.includes(`href="${href}"`))
    .join('\n');

function fileLike(bundle: Rolldown.OutputBundle, pattern: RegExp): string {
  const name = Object.keys(bundle).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`The build has made no file like ${String(pattern)}`);
  return name;
}

function requireChunk(bundle: Rolldown.OutputBundle, ending: string): string {
  const chunk = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(ending)),
  );
  if (!chunk) throw new Error(`The build has made no script of ${ending}`);
  return chunk.fileName;
}

function withImports(
  bundle: Rolldown.OutputBundle,
  files: readonly string[],
  collected = new Set<string>(),
): Set<string> {
  for (const file of files) {
    const chunk = bundle[file];
    if (collected.has(file) || chunk?.type !== 'chunk') continue;
    collected.add(file);
    withImports(bundle, chunk.imports, collected);
  }
  return collected;
}

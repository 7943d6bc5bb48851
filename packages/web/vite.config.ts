import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { Rolldown } from 'vite';
import { API_PATHS } from './vite/api-paths.ts';
import { neededBy } from './vite/needed-by.ts';
import { noCircles } from './vite/no-circles.ts';
import { precompress } from './vite/precompress.ts';
import { preloadLanding } from './vite/preload-landing.ts';
import { themeBoot } from './vite/theme-boot.ts';
import { englishScripts, translateScripts } from './vite/translate-scripts.ts';

const DEFAULT_API_PORT = '3000';
const apiOrigin = `http://127.0.0.1:${process.env['API_PORT'] ?? DEFAULT_API_PORT}`;

const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
/**
 * Small modules that the shell, the landing page and other pages import. Without grouping, each would become a
 * separate file.
 */
const CORE = new RegExp(
  [
    String.raw`contract[\\/]src[\\/](shell-messages|routes|product|tools[\\/]limits|credits[\\/]allowances|tools[\\/]names)\.ts$`,
    String.raw`web[\\/]src[\\/]lib[\\/]\w+[\\/](storage|storage-keys|tokens|global-state|toast|navigation|samples|own-products|incoming-work|page-drops)\.ts$`,
    String.raw`web[\\/]src[\\/]ui[\\/](button|class-names|compare-slider|drop-zone|icon|page-files|spinner|thumbnail-picker)\.tsx?$`,
    // Photo handling that home and the studio share.
    String.raw`web[\\/]src[\\/]features[\\/]home[\\/]open-photo\.ts$`,
    // Icon on the landing page that other pages use too.
    String.raw`lucide[\\/].*[\\/]upload\.m?js$`,
    'rolldown:runtime',
  ].join('|'),
);

/** Matches files that every page has already loaded before it imports other files. */
const ALWAYS_THERE = /[\\/](framework|core|rolldown-runtime)-[^\\/]+\.js$/;

/**
 * Matches scripts of rarely opened pages. The imports of these scripts aren't preloaded, so that the first script
 * needn't list them.
 */
const RARELY_SEEN =
  /[\\/](address-banner|arrival-failure|catalog|demo|developers|file-unfiled|forgot-password|history|not-found|operator|pricing|privacy-policy|reset-password|sign-in|sign-up|studio-database|terms|usage|verify)-[^\\/]+\.js$/;

const PIXELS = {
  specifier: '@packshot/image-engine/pixels',
  id: join(import.meta.dirname, '../image-engine/src/pixels/index.ts'),
};
/** Matches modules that `studioFile` groups. */
const STUDIO = /web[\\/]src[\\/]features[\\/]studio[\\/]|image-engine[\\/]src[\\/]pixels[\\/]/;
/** Matches modules that only panels of the studio share; most other modules of the studio are panels themselves. */
const PANELS =
  /web[\\/]src[\\/]features[\\/]studio[\\/](?:panel[\\/]|(?!shell)[^.]+\.ts$)|image-engine[\\/]src[\\/]pixels[\\/]/;
/** Entry of the Create page's first screen. */
const FIRST_SCREEN = ['features/studio/index.tsx'];
/** Entry of the rest of the studio without a picture. */
const STUDIO_PART = ['features/studio/shell/studio-part.tsx'];
/** Entries of the components for an open picture. */
const DESK = ['features/studio/shell/desk.tsx', 'features/studio/tools/parts.ts'];

/**
 * Groups modules that several of the studio's files share into four files: for the first screen, for the studio without
 * a picture, for an open picture, and for larger panels. Without grouping, each module would become a separate file.
 */
function studioFile(): (moduleId: string, context: Rolldown.ChunkingContext) => string | null {
  let first: ReadonlySet<string> | undefined;
  let studio: ReadonlySet<string> | undefined;
  let desk: ReadonlySet<string> | undefined;
  return (id, context) => {
    const bundlesFor = (paths: readonly string[]) =>
      neededBy(
        paths.map((path) => join(import.meta.dirname, 'src', path)),
        (moduleId) => context.getModuleInfo(moduleId),
        PIXELS,
      );
    first ??= bundlesFor(FIRST_SCREEN);
    studio ??= bundlesFor(STUDIO_PART);
    desk ??= bundlesFor(DESK);
    if (first.has(id)) return 'create';
    if (studio.has(id)) return 'studio';
    if (desk.has(id)) return 'desk';
    return PANELS.test(id) ? 'panels' : null;
  };
}

/** Icons that several pages share, but not the landing page. Without grouping, each would become a separate file. */
const ICONS =
  /lucide[\\/].*[\\/](blend|check|chevron-down|circle-check|circle-exclamation-point|circle-x|cloud|columns-2|copy|eye|file-archive|file-plus-corner|image|image-plus|images|key-round|layers|lightbulb|maximize-2|message-square-text|minus|pause|pencil-line|pipette|play|rotate-ccw|search-x|shield-check|sun|triangle-exclamation-point|undo-2|wand-sparkles|webhook|x)\.m?js$/;

/**
 * Modules of a few lines that several pages share. Without grouping, each file would be smaller than its name in the
 * first script's list.
 */
const SMALL =
  /contract[\\/]src[\\/](fixed-messages|tools[\\/](languages|result-names))\.ts$|web[\\/]src[\\/](lib[\\/](analytics[\\/]mobile|page[\\/]language|api[\\/]wait|files[\\/]file-link|filing[\\/]filed|handover[\\/](product-events|run-fix)|plans[\\/](?:allowances|more-credits)|state[\\/]shell-signals)|features[\\/]sign-in[\\/]new-password)\.tsx?$|web[\\/]src[\\/]ui[\\/](bring-into-view|card|language-choice|rich|skeleton)\.tsx?$/;

export default defineConfig({
  plugins: [
    themeBoot(),
    react(),
    tailwindcss(),
    preloadLanding({
      modules: ['/features/home/index.tsx'],
      // Pictures of the mug that `hero-picture` shows first.
      images: [/mug-scene-blush-(?!thumb)/, /mug-photo-blush-/],
      font: /inter-latin-wght-normal-.*\.woff2$/,
      bareCopy: 'screen.html',
      createCopy: { fileName: 'create.html', modules: ['/features/studio/index.tsx'] },
    }),
    noCircles(),
    // Test translations make sentences stand out that aren't marked or don't fit their place: see
    // docs/decisions/languages.md.
    translateScripts({ isPseudo: process.env['PSEUDO_TRANSLATIONS'] !== undefined }),
    precompress(),
  ],
  server: { proxy: { [API_PATHS]: { target: apiOrigin, changeOrigin: false } } },
  // Module format that lets the drawing worker import its PSD writer lazily.
  worker: { format: 'es', plugins: () => [englishScripts()] },
  build: {
    target: 'es2022',
    manifest: true,
    // No files are inlined: strict content security policies block data: URLs, and browsers cache a separate file
    // longer than the script around it.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Omits files that every page has already loaded; listing them would only make the first script longer.
      resolveDependencies: (file, needed, { hostType }) => {
        if (hostType !== 'js') return needed;
        return RARELY_SEEN.test(file) ? [] : needed.filter((each) => !ALWAYS_THERE.test(each));
      },
    },
    rolldownOptions: {
      // Declares these modules free of side effects; otherwise importing one of them through their index would include
      // all.
      treeshake: {
        moduleSideEffects: [{ test: /image-engine[\\/]src[\\/]pixels[\\/]/, sideEffects: false }],
      },
      output: {
        // File names have short hashes, because the first script lists every file that a page may need.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Groups all modules that the first screen needs into two files: one changes with our releases, the other
        // doesn't.
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK },
            { name: 'core', test: CORE },
            { name: 'icons', test: ICONS, includeDependenciesRecursively: false },
            {
              name: 'canvas',
              test: /web[\\/]src[\\/]lib[\\/]canvas[\\/]/,
              includeDependenciesRecursively: false,
            },
            { name: 'small', test: SMALL, includeDependenciesRecursively: false },
            // Excludes the dependencies of these modules, because other pages need the dependencies too.
            { name: studioFile(), test: STUDIO, minShareCount: 2, includeDependenciesRecursively: false },
            // Puts this module into a file of its own. Otherwise the page's script would contain it and shared modules
            // would import that script, so that the files would import each other.
            {
              name: 'settled',
              test: /[\\/]studio[\\/]stage[\\/]use-settled\.ts$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});

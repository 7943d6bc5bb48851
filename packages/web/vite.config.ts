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

const DEFAULT_API_PORT = '3000';
const apiOrigin = `http://127.0.0.1:${process.env['API_PORT'] ?? DEFAULT_API_PORT}`;

const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
/**
 * Small modules shared by the shell, the landing page and others: left alone, each would become its own file.
 */
const CORE = new RegExp(
  [
    String.raw`contract[\\/]src[\\/](shell-messages|routes|product|tools[\\/]limits|credits[\\/]allowances|tools[\\/]names)\.ts$`,
    String.raw`web[\\/]src[\\/]lib[\\/]\w+[\\/](storage|storage-keys|tokens|global-state|toast|navigation|samples|own-products|incoming-work|page-drops)\.ts$`,
    String.raw`web[\\/]src[\\/]ui[\\/](button|class-names|compare-slider|drop-zone|icon|page-files|spinner|thumbnail-picker)\.tsx?$`,
    // What home and the studio do with a photo.
    String.raw`web[\\/]src[\\/]features[\\/]home[\\/]open-photo\.ts$`,
    // An icon of the landing page that others have, too.
    String.raw`lucide-react[\\/].*[\\/]upload\.m?js$`,
    'rolldown:runtime',
  ].join('|'),
);

/** The files that every page has loaded before it imports anything. */
const ALWAYS_THERE = /[\\/](framework|core|rolldown-runtime)-[^\\/]+\.js$/;

/** Pages that few people open find their other files by themselves, so that the first script need not name them. */
const RARELY_SEEN =
  /[\\/](address-banner|arrival-failure|catalog|demo|developers|file-unfiled|forgot-password|history|not-found|operator|pricing|privacy-policy|reset-password|sign-in|sign-up|studio-database|terms|usage|verify)-[^\\/]+\.js$/;

const PIXELS = {
  specifier: '@packshot/image-engine/pixels',
  id: join(import.meta.dirname, '../image-engine/src/pixels/index.ts'),
};
/** What the files below are made of. */
const STUDIO = /web[\\/]src[\\/]features[\\/]studio[\\/]|image-engine[\\/]src[\\/]pixels[\\/]/;
/** Of what panels are made of, those that several have: most of the others are a panel themselves. */
const PANELS =
  /web[\\/]src[\\/]features[\\/]studio[\\/](?:panel[\\/]|(?!shell)[^.]+\.ts$)|image-engine[\\/]src[\\/]pixels[\\/]/;
/** The studio's first screen. */
const FIRST_SCREEN = ['features/studio/index.tsx'];
/** What an open picture shows: `shell/lazy-desk.ts` fetches it as a whole. */
const DESK = ['features/studio/shell/desk.tsx', 'features/studio/tools/parts.ts'];

/**
 * Three files of what the studio's scripts share: what its first screen needs, what an open picture needs besides, and what only
 * larger panels have. Left alone, each of these modules would become its own file.
 */
function studioFile(): (moduleId: string, context: Rolldown.ChunkingContext) => string | null {
  let first: ReadonlySet<string> | undefined;
  let desk: ReadonlySet<string> | undefined;
  return (id, context) => {
    const needed = (paths: readonly string[]) =>
      neededBy(
        paths.map((path) => join(import.meta.dirname, 'src', path)),
        (moduleId) => context.getModuleInfo(moduleId),
        PIXELS,
      );
    first ??= needed(FIRST_SCREEN);
    desk ??= needed(DESK);
    if (first.has(id)) return 'studio';
    if (desk.has(id)) return 'desk';
    return PANELS.test(id) ? 'panels' : null;
  };
}

/** Icons that several pages share, none of them the landing page. Left alone, each would become its own file as well. */
const ICONS =
  /lucide-react[\\/].*[\\/](check|chevron-down|circle-check|circle-exclamation-point|circle-x|cloud|columns-2|copy|eye|file-archive|file-plus-corner|image-plus|key-round|layers|minus|pause|pencil-line|pipette|play|rotate-ccw|search-x|shield-check|sun|undo-2|webhook|x)\.m?js$/;

/** Shared modules of a few lines. Left alone, each would become a file that is smaller than its name in the first script. */
const SMALL =
  /web[\\/]src[\\/](lib[\\/](analytics[\\/]mobile|api[\\/]wait|files[\\/]file-link|filing[\\/]filed|handover[\\/](product-events|run-fix)|state[\\/]shell-signals)|features[\\/]sign-in[\\/]new-password)\.ts$|web[\\/]src[\\/]ui[\\/](bring-into-view|skeleton)\.tsx?$/;

export default defineConfig({
  plugins: [
    themeBoot(),
    react(),
    tailwindcss(),
    preloadLanding({
      modules: ['/features/home/index.tsx'],
      // The mug as `hero-picture` shows it first.
      images: [/mug-scene-blush-(?!thumb)/, /mug-photo-blush-/],
      font: /inter-latin-wght-normal-.*\.woff2$/,
      bareCopy: 'screen.html',
    }),
    noCircles(),
    precompress(),
  ],
  server: { proxy: { [API_PATHS]: { target: apiOrigin, changeOrigin: false } } },
  // The drawing worker imports its PSD writer lazily.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: true,
    // Strict policies block data: URLs, and a separate file is cached longer than the script around it.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Whatever imports a page later has these already; naming them each time only makes the first script longer.
      resolveDependencies: (file, needed, { hostType }) => {
        if (hostType !== 'js') return needed;
        return RARELY_SEEN.test(file) ? [] : needed.filter((each) => !ALWAYS_THERE.test(each));
      },
    },
    rolldownOptions: {
      // Their index would bring every one of them to whoever needs a single one.
      treeshake: {
        moduleSideEffects: [{ test: /image-engine[\\/]src[\\/]pixels[\\/]/, sideEffects: false }],
      },
      output: {
        // The first script names every file that a page may need: a letter less of each is worth it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Everything that the first screen always needs, in two files: one changes with our releases, the
        // other does not.
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
            // Not what they import: other pages need that too.
            { name: studioFile(), test: STUDIO, minShareCount: 2, includeDependenciesRecursively: false },
            // The page's own script has it, and what is shared needs it: each would wait for the other.
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

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noCircles } from './vite/no-circles.ts';
import { precompress } from './vite/precompress.ts';
import { preloadLanding } from './vite/preload-landing.ts';
import { themeBoot } from './vite/theme-boot.ts';

const DEFAULT_API_PORT = '3000';
const apiOrigin = `http://127.0.0.1:${process.env['API_PORT'] ?? DEFAULT_API_PORT}`;
/** Everything that the API answers; the rest belongs to the dev server. The product slug is configurable. */
const API_PATHS =
  '^/(users|functions|aiimages|marketplace|objects|sets|v1|v1\\.0|api(?!/docs)|healthz|readyz|metrics|[\\w-]+/(users|payments|authorization|generations)/api)(/|$|\\?)';

const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
/**
 * Small modules shared by the shell, the landing page and others: left alone, each would become its own file.
 */
const CORE = new RegExp(
  [
    String.raw`contract[\\/]src[\\/](shell-messages|routes|product|tools[\\/]limits|credits[\\/]allowances|tools[\\/]names)\.ts$`,
    String.raw`web[\\/]src[\\/]lib[\\/]\w+[\\/](storage|storage-keys|tokens|global-state|toast|navigation|samples|own-products|incoming-work)\.ts$`,
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

/** What the studio shares with its panels and dialogs, which come later. Left alone, each would become its own file too. */
const STUDIO = new RegExp(
  [
    String.raw`web[\\/]src[\\/]features[\\/]studio[\\/](?!shell)[^.]+\.ts$`,
    String.raw`web[\\/]src[\\/]features[\\/]studio[\\/]panel[\\/]`,
    String.raw`image-engine[\\/]src[\\/]pixels[\\/]`,
  ].join('|'),
);

/** Icons that several pages share, none of them the landing page. Left alone, each would become its own file as well. */
const ICONS =
  /lucide-react[\\/].*[\\/](check|circle-check|circle-exclamation-point|cloud|eye|image-plus|minus|pencil-line|pipette|rotate-ccw|search-x|shield-check)\.m?js$/;

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
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => !ALWAYS_THERE.test(file)) : needed,
    },
    rolldownOptions: {
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
            // Not what they import: other pages need that too.
            { name: 'studio', test: STUDIO, minShareCount: 2, includeDependenciesRecursively: false },
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

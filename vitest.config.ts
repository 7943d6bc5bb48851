import { defineConfig } from 'vitest/config';

// One project per package (two for the web app), so that `vitest run --project server` runs the tests that a change can break.
// e2e is its own project: it drives the built product in a real browser and runs one file at a time.
export default defineConfig({
  test: {
    projects: ['packages/*/vitest{,.*}.config.ts', 'tools/vitest.config.ts', 'e2e/vitest.config.ts'],
  },
});

import { defineConfig } from 'vitest/config';

// Two journeys at a time, each with a product and a browser of its own: they wait for pages more than they compute.
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts', '**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    // A browser on two busy cores: a journey may be walked once more, and the report says so. A real fault fails twice.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

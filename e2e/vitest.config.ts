import { defineConfig } from 'vitest/config';

// One journey at a time: each starts the product and a browser, which use both cores of a small machine.
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts', '**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // A browser on two busy cores: a journey may be walked once more, and the report says so. A real fault fails twice.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

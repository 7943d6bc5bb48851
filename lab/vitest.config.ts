import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'lab',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

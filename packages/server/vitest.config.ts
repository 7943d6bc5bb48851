import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/database-setup.ts'],
    // Files wait for databases and processes more than they compute: two at a time fit a machine of two cores.
    maxWorkers: 2,
    // Worker processes and real databases: seconds, on a busy machine many.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

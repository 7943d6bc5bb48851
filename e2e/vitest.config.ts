import { defineConfig } from 'vitest/config';

// Three journeys at a time, each in its own browser: they wait for pages more than they compute.
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts', '**/*.test.ts'],
    environment: 'node',
    globalSetup: ['fixtures/shared-server.ts'],
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a page shows after a click may take seconds beside two other journeys; by default it would have to be there within one.
    expect: { poll: { timeout: 15_000 } },
    // The shared server ends in good order: its worker, its API, its database.
    teardownTimeout: 30_000,
  },
});

import { defineConfig } from 'vitest/config';

// Runs three test files at a time, each process with its own browser: they mostly wait for pages.
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts', '**/*.test.ts'],
    environment: 'node',
    globalSetup: ['fixtures/shared-server.ts'],
    // Test files of a process share its modules and its browser, because starting both for each file takes two seconds
    // of CPU time.
    isolate: false,
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Default timeout of polling assertions: rendering may take seconds while two other tests run; Vitest's default is
    // one second.
    expect: { poll: { timeout: 15_000 } },
    // Time for the shared server to stop its worker, API and database in order.
    teardownTimeout: 30_000,
  },
});

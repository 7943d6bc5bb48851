import { defineConfig } from 'vitest/config';
import { JIT_FLAGS } from '../packages/image-engine/src/process/process-settings.ts';

// Runs three test files at a time, each process with its own browser: they mostly wait for pages.
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.e2e.ts', '**/*.test.ts'],
    execArgv: [...JIT_FLAGS],
    environment: 'node',
    globalSetup: ['fixtures/shared-server.ts'],
    // Test files of a process share its modules and its browser, because starting both for each file takes two seconds
    // of CPU time.
    isolate: false,
    maxWorkers: 3,
    // A limit only ends a test that hangs: on a busy machine, a page may wait minutes for pictures of other tests.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Time for the shared server to stop its worker, API and database in order.
    teardownTimeout: 30_000,
  },
});

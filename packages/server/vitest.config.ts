import { defineConfig } from 'vitest/config';
import { JIT_FLAGS } from '@packshot/image-engine/process-settings';

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    execArgv: [...JIT_FLAGS],
    globalSetup: ['src/testing/database-setup.ts', '@packshot/image-engine/testing/engine-setup'],
    // Checks after each test that no subscription to task changes is left open.
    setupFiles: ['src/testing/no-open-subscriptions.ts'],
    // Test files share the server's modules, because importing them for each file took a fifth of the CPU time.
    // Therefore no test file may replace modules, and each restores its changes to the process (clocks, spies).
    isolate: false,
    // Test files wait for databases and processes more than they compute, so three at a time suit a machine
    // with two cores.
    maxWorkers: 3,
    // Runs this project after the others, because Vitest can't run projects with different numbers of workers in one
    // group.
    sequence: { groupOrder: 1 },
    // Long timeouts: starting worker processes and real databases takes seconds, and many seconds on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

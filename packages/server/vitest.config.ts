import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['src/testing/database-setup.ts', 'src/testing/engine-setup.ts'],
    // Checks after each test that no subscription to tasks is open.
    setupFiles: ['src/testing/no-open-subscriptions.ts'],
    // Test files share the product's modules, because importing them for each file took a fifth of the CPU time. No
    // file replaces modules, and each restores its changes to the process (clocks, spies).
    isolate: false,
    // Test files wait for databases and processes more than they compute, so three at a time suit a machine
    // with two cores.
    maxWorkers: 3,
    // Projects with other numbers of workers run first.
    sequence: { groupOrder: 1 },
    // Worker processes and real databases take seconds, and many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['src/testing/database-setup.ts', 'src/testing/engine-setup.ts'],
    // After each test no subscription to tasks may be open.
    setupFiles: ['src/testing/no-open-subscriptions.ts'],
    // The files share the product's modules, because importing them again for each took a fifth of the processors' time. None
    // replaces a module, and what one changes of the process (clocks, spies) it changes back.
    isolate: false,
    // Test files wait for databases and processes more than they compute, so three at a time suit a machine
    // with two cores.
    maxWorkers: 3,
    // Projects with other numbers of workers run before it.
    sequence: { groupOrder: 1 },
    // Worker processes and real databases take seconds, and many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

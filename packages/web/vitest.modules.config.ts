import { defineConfig } from 'vitest/config';
import { moduleTests } from './vitest.config.ts';

export default defineConfig({
  test: {
    name: 'web-modules',
    include: moduleTests,
    environment: 'node',
    // Test files share the modules that they import, because importing them for each file took three quarters of the
    // CPU time. Therefore each file restores its changes to the process (clocks, globals).
    isolate: false,
    // Projects without isolation run together, so all of them need the same number of workers.
    maxWorkers: 2,
    restoreMocks: true,
    // Longer than the default, because compressing the scripts takes seconds on a busy machine; a hanging test is still
    // stopped.
    testTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'cli',
    include: ['src/**/*.test.ts'],
    // The tests start the command with its engine; two at a time use both cores of a small machine.
    maxWorkers: 2,
    // Test files share the modules that they import, because importing them for each file takes CPU time.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'engine',
    include: ['src/**/*.test.ts'],
    // The networks use both cores of a small machine, everything else only one: running two test files at a time keeps
    // both cores busy.
    maxWorkers: 2,
    // Test files share the engine's modules, because importing them for each file took a quarter of the CPU time of all
    // but the slowest files. Therefore each file restores its changes to the process (clocks, load average).
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

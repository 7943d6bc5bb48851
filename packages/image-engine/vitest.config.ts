import { defineConfig } from 'vitest/config';
import { JIT_FLAGS } from './src/process/process-settings.ts';

export default defineConfig({
  test: {
    name: 'engine',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/engine-setup.ts'],
    execArgv: [...JIT_FLAGS],
    // The networks use both cores of a small machine, everything else only one or a disk: running three test files at
    // a time keeps both cores busy. The command line's tests, which run beside these, need the same number.
    maxWorkers: 3,
    // Test files share the engine's modules, because importing them for each file took a quarter of the CPU time of all
    // but the slowest files. Therefore each file restores its changes to the process (clocks, load average).
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

import { defineConfig } from 'vitest/config';
import { JIT_FLAGS } from '../packages/image-engine/src/process/process-settings.ts';

export default defineConfig({
  test: {
    name: 'tools',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    execArgv: [...JIT_FLAGS],
    environment: 'node',
    // Number of test files at a time: two suit a machine with two cores, because these tests mostly wait for processes.
    maxWorkers: 2,
    // Test files share the modules that they import, because importing them for each file took a third of the CPU time
    // of the quick files. Therefore each file restores its changes to the process (environment, working folder).
    isolate: false,
    // Time limits in milliseconds, because most of these tests start databases and launchers.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

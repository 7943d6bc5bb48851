import { defineConfig } from 'vitest/config';
import { JIT_FLAGS } from '@packshot/image-engine/process-settings';

export default defineConfig({
  test: {
    name: 'cli',
    include: ['src/**/*.test.ts'],
    globalSetup: ['@packshot/image-engine/testing/engine-setup'],
    execArgv: [...JIT_FLAGS],
    // The tests start the command with its engine, which uses both cores of a small machine only while a network runs.
    maxWorkers: 3,
    // Test files share the modules that they import, because importing them for each file takes CPU time.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'tools',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    // Number of test files at a time: two suit a machine with two cores, because these tests mostly wait for processes.
    maxWorkers: 2,
    // Time limits in milliseconds, because most of these tests start databases and launchers.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

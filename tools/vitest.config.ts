import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'tools',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    // These tests wait for processes more than they compute, so two at a time suit a machine with two cores.
    maxWorkers: 2,
    // Most of these tests start databases and launchers.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

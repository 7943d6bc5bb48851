import { defineConfig } from 'vitest/config';

// One model and one engine serve the heavy files, and each test of a cut-out uses both cores: files run one by one.
export default defineConfig({
  test: {
    name: 'engine',
    include: ['src/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

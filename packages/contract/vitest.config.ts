import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    // Test files share the contract's modules, because importing them for each file took most of the CPU time.
    isolate: false,
    // Projects without isolation run together, which needs the same number in all of them.
    maxWorkers: 2,
  },
});

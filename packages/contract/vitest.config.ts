import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    // Test files share the contract's modules, because importing them for each file took most of the CPU time.
    isolate: false,
    // Vitest runs projects without isolation together, so all of them need the same number of workers.
    maxWorkers: 2,
  },
});

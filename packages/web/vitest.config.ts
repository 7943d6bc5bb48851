import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    restoreMocks: true,
    // Weighing the scripts alone takes seconds on a busy machine; what hangs is found all the same.
    testTimeout: 20_000,
  },
});

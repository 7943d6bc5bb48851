import { defineConfig } from 'vitest/config';

// For tests that need nothing around them. Spares the server's ones the database that its own configuration starts.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    restoreMocks: true,
    testTimeout: 20_000,
  },
});

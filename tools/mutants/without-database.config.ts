import { defineConfig } from 'vitest/config';

// Configuration for tests without external dependencies. Skips the database that the server's own configuration starts.
export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    environment: 'node',
    restoreMocks: true,
    testTimeout: 20_000,
  },
});

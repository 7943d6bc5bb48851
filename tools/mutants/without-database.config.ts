import { defineConfig } from 'vitest/config';

// Vitest configuration for tests that need no services. Doesn't start the database, unlike the server's own
// configuration.
export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    environment: 'node',
    restoreMocks: true,
    testTimeout: 20_000,
  },
});

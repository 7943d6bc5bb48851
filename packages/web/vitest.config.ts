import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['{src,vite}/**/*.test.{ts,tsx}'],
    environment: 'node',
    restoreMocks: true,
    // Longer than the default, because compressing the scripts takes seconds on a busy machine; a hanging test is still
    // stopped.
    testTimeout: 20_000,
  },
});

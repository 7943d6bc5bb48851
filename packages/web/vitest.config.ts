import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['{src,vite}/**/*.test.{ts,tsx}'],
    environment: 'node',
    restoreMocks: true,
    // Compressing the scripts alone takes seconds on a busy machine; a hanging test is still caught.
    testTimeout: 20_000,
  },
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Marks of a test file that needs a process of its own: it has a document, or replaces modules or globals. */
const NEEDS_PROCESS = /@vitest-environment|\bvi\.(?:mock|doMock|stubGlobal)\(/;
const needsProcess = (file: string): boolean =>
  NEEDS_PROCESS.test(readFileSync(join(import.meta.dirname, file), 'utf8'));

const testFiles = globSync('{src,vite}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname });
/** Test files that share a process and its modules: those of the project `web-modules`. */
export const moduleTests = testFiles.filter((file) => !needsProcess(file));

export default defineConfig({
  test: {
    name: 'web',
    include: testFiles.filter(needsProcess),
    environment: 'node',
    restoreMocks: true,
    // Longer than the default, because tests of pages take seconds on a busy machine; a hanging test is still stopped.
    testTimeout: 120_000,
  },
});

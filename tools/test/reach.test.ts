import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../launch/settings.ts';
import { createReach, STARTED } from './reach.ts';

const reach = createReach(ROOT);
const reachedTests = (...files: string[]) => [...(reach(files) ?? ['every test'])];
const DECODE = 'packages/image-engine/src/codec/decode.ts';

describe('the tests reached by a change', () => {
  it('include tests that import the changed file, even indirectly, and tests that start a program with it', () => {
    const tests = reachedTests(DECODE);
    expect(tests).toContain('packages/image-engine/src/codec/decode.test.ts');
    expect(tests).toContain('packages/image-engine/src/engine.test.ts');
    expect(tests).toContain('packages/server/test/http/journey.test.ts');
    expect(tests).toContain('e2e/cut-out.e2e.ts');
    expect(tests.filter((test) => test.endsWith('/oklab.test.ts'))).toEqual([]);
  });

  it('exclude tests of packages that don’t depend on the changed file', () => {
    const tests = reachedTests('packages/web/src/main.tsx');
    expect(tests).toContain('e2e/cut-out.e2e.ts');
    expect(tests.filter((test) => /^packages\/(?:server|image-engine|cli)\//.test(test))).toEqual([]);
  });

  it('include all tests of the package for a data, configuration or unimported file', () => {
    expect(reachedTests('packages/cli/package.json')).toContain('packages/cli/src/program.test.ts');
    expect(reachedTests('packages/server/vitest.config.ts')).toContain(
      'packages/server/test/http/access.test.ts',
    );
  });

  it('include, for a document, the tests that name it', () => {
    const tests = reachedTests('docs/configuration.md');
    expect(tests).toContain('packages/server/src/platform/config/config.test.ts');
    expect(tests).not.toContain('packages/server/test/http/access.test.ts');
  });

  it.each([
    [
      'engine data',
      'packages/image-engine/src/testing/fixtures/mug.png',
      'packages/server/test/http/journey.test.ts',
    ],
    ['the build of the pages', 'packages/web/vite/no-circles.ts', 'e2e/cut-out.e2e.ts'],
    [
      'SQL that tests read',
      'packages/server/src/platform/database/invariants.sql',
      'packages/server/test/http/access.test.ts',
    ],
  ])('include more than the tests that name the changed file: %s', (_what, file, test) => {
    expect(reachedTests(file)).toContain(test);
  });

  it.each([
    'package.json',
    'package-lock.json',
    '.ci/run',
    'tools/bring-up.mjs',
    'tools/test/surroundings.ts',
  ])('include all tests after a change of %s', (file) => {
    expect(reach([file])).toBeNull();
  });

  it('are based on a list of programs that exist', () => {
    const programs = STARTED.flatMap((started) => started.programs);
    expect(programs.filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
  });
});

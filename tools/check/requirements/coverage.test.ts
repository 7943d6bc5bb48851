import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { COVERAGE_PAGE, coverageFaults, coverageRows } from './coverage.ts';
import { testTitlesOf } from './test-titles.ts';

const FILE = 'tools/check/requirements/coverage.ts';
const TEST = 'tools/check/requirements/coverage.test.ts';
const PROOF = `\`${TEST}\` “accepts a test that exists”`;
const page = (where: string, proof: string) =>
  `## 2. Light\n\n| statement | implemented in | proven by |\n|---|---|---|\n| It shines | ${where} | ${proof} |\n`;

describe('the page of requirements', () => {
  it('names existing files and tests, in every section', () => {
    const text = readFileSync(join(ROOT, COVERAGE_PAGE), 'utf8');
    expect(coverageFaults(text, ROOT)).toEqual([]);
    expect(coverageRows(text).every(({ section }) => section >= 1 && section <= 10)).toBe(true);
  });

  it('accepts a test that exists', () => {
    expect(coverageFaults(page(`\`${FILE}\``, PROOF), ROOT, { 2: 1 })).toEqual([]);
  });

  it.each([
    // Text in the file that is not the title of a test.
    [`\`${FILE}\``, `\`${TEST}\` “nowhere.ts is not there”`, 'has no test'],
    ['`nowhere.ts`', PROOF, 'nowhere.ts is not there'],
    [`\`${FILE}\``, `\`${TEST}\` “accepts a te”`, 'has no test “accepts a te”'],
    [`\`${FILE}\``, '`nowhere.test.ts` “shines”', 'nowhere.test.ts is not there'],
    [`\`${FILE}\``, 'by looking at it', 'names no test'],
    ['somewhere', PROOF, 'names no file'],
  ])('is caught when %s and %s do not exist', (where, proof, fault) => {
    expect(coverageFaults(page(where, proof), ROOT, {}).join('\n')).toContain(fault);
  });

  it('is caught when a section is missing, has fewer statements, or repeats one', () => {
    const one = page(`\`${FILE}\``, PROOF);
    expect(coverageFaults(one, ROOT, { 2: 1, 3: 1 })).toEqual(['section 3 has 0 statements of at least 1']);
    expect(coverageFaults(one, ROOT, { 2: 2 })).toEqual(['section 2 has 1 statements of at least 2']);
    expect(coverageFaults(one + one, ROOT, { 2: 2 })).toEqual(['2. It shines: stands there twice']);
  });

  it('is caught when nothing can be read from it', () => {
    expect(coverageFaults('# Nothing', ROOT)).toEqual(['no statement was found']);
  });
});

describe('the titles of tests', () => {
  const runs = (source: string): Record<string, boolean> =>
    Object.fromEntries([...testTitlesOf('a.test.ts', source)].map(([title, test]) => [title, test.runs]));

  it('are those of tests that run, in any notation', () => {
    const source = `
      describe('a group', () => { it('one', run); it.each([1, 2])('two %i', run); });
      test.skipIf(isForeign).each([3])("three isn’t there", run);
      describe.runIf(isRoot)('for root', () => it(\`four of \${all}\`, run));
      expect('five').toBe('five'); other.it('six', run); // it('seven', run);
    `;
    expect(runs(source)).toEqual({
      one: true,
      'two %i': true,
      'three isn’t there': true,
      'four of ${all}': true,
    });
  });

  it('report which are switched off, alone or with their group', () => {
    const source = `
      it.skip('one', run); it.skip.each([1])('two', run); it.todo('three'); it.only('four', run);
      describe.skip('a group', () => { describe('inside', () => it('five', run)); });
      it('six', run);
    `;
    expect(runs(source)).toEqual({
      one: false,
      two: false,
      three: false,
      four: false,
      five: false,
      six: true,
    });
  });
});

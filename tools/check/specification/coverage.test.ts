import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { COVERAGE_PAGE, coverageFaults, coverageRows } from './coverage.ts';

const FILE = 'tools/check/specification/coverage.ts';
const TEST = 'tools/check/specification/coverage.test.ts';
const page = (where: string, proof: string) =>
  `| statement | implemented in | proven by |\n|---|---|---|\n| It shines | ${where} | ${proof} |\n`;

describe('the page of the specification’s coverage', () => {
  it('names files and tests that are there, of more than a hundred statements', () => {
    const text = readFileSync(join(ROOT, COVERAGE_PAGE), 'utf8');
    expect(coverageRows(text).length).toBeGreaterThan(100);
    expect(coverageFaults(text, ROOT)).toEqual([]);
  });

  it('is right about a test that is there', () => {
    expect(
      coverageFaults(page(`\`${FILE}\``, `\`${TEST}\` “is right about a test that is there”`), ROOT),
    ).toEqual([]);
  });

  it.each([
    // Words of the file that are no test of it.
    [`\`${FILE}\``, `\`${TEST}\` “nowhere.ts is not there”`, 'has no test'],
    ['`nowhere.ts`', `\`${TEST}\` “is right about a test that is there”`, 'nowhere.ts is not there'],
    [`\`${FILE}\``, `\`${TEST}\` “is right about a te”`, 'has no test “is right about a te”'],
    [`\`${FILE}\``, '`nowhere.test.ts` “shines”', 'nowhere.test.ts is not there'],
    [`\`${FILE}\``, 'by looking at it', 'names no test'],
    ['somewhere', `\`${TEST}\` “is right about a test that is there”`, 'names no file'],
  ])('is caught when %s and %s are not', (where, proof, fault) => {
    expect(coverageFaults(page(where, proof), ROOT).join('\n')).toContain(fault);
  });

  it('is caught when nothing can be read from it', () => {
    expect(coverageFaults('# Nothing', ROOT)).toEqual(['no statement was found']);
  });
});

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { coverageFaults, readSections } from './coverage.ts';
import type { Section } from './coverage.ts';
import { listTestTitles } from './test-titles.ts';

const FILE = 'tools/check/requirements/coverage.ts';
const TEST = 'tools/check/requirements/coverage.test.ts';
const PROOF = `${TEST} › accepts an existing test`;
const createSection = (code: readonly string[], tests: readonly string[], times = 1): Section => ({
  section: 2,
  title: 'Light',
  statements: Array.from({ length: times }, () => ({ statement: 'It shines', code, tests })),
});

describe('the requirements check', () => {
  it('finds that all requirements name existing files and tests', () => {
    expect(coverageFaults(readSections(ROOT), ROOT)).toEqual([]);
  });

  it('finds every section listed in docs/requirements.md', () => {
    const page = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
    const sections = readSections(ROOT);
    expect(sections.map(({ section }) => section)).toEqual(sections.map((_, index) => index + 1));
    for (const { section, title, file } of sections)
      expect(page).toContain(`| ${section} | [${title}](../${file}) |`);
    expect(page.match(/\.yaml\)/g)).toHaveLength(sections.length);
    expect(
      sections.every(({ section, file }) => basename(file).startsWith(String(section).padStart(2, '0'))),
    ).toBe(true);
  });

  it('accepts an existing test', () => {
    expect(coverageFaults([createSection([FILE], [PROOF, 'api-snapshot'])], ROOT, { 2: 1 })).toEqual([]);
  });

  it.each([
    // The file contains this text, but not as the title of a test.
    [[FILE], [`${TEST} › nowhere.ts is not there`], 'has no test'],
    [['nowhere.ts'], [PROOF], 'nowhere.ts is not there'],
    [[FILE], [`${TEST} › accepts a te`], 'has no test “accepts a te”'],
    [[FILE], ['nowhere.test.ts › shines'], 'nowhere.test.ts is not there'],
    [[FILE], [], 'names no test'],
    [[], [PROOF], 'names no file'],
  ])('reports missing files %j and tests %j', (code, tests, fault) => {
    expect(coverageFaults([createSection(code, tests)], ROOT, {}).join('\n')).toContain(fault);
  });

  it('reports a missing decision page', () => {
    const { statements, ...section } = createSection([FILE], [PROOF]);
    const decided = statements.map((statement) => ({ ...statement, decision: 'docs/nowhere.md#why' }));
    expect(coverageFaults([{ ...section, statements: decided }], ROOT, {})).toEqual([
      'It shines: docs/nowhere.md is not there',
    ]);
  });

  it('reports a section that is missing, too short, or repeats a statement', () => {
    const one = createSection([FILE], [PROOF]);
    expect(coverageFaults([one], ROOT, { 2: 1, 3: 1 })).toEqual(['section 3 has 0 statements of at least 1']);
    expect(coverageFaults([one], ROOT, { 2: 2 })).toEqual(['section 2 has 1 statements of at least 2']);
    expect(coverageFaults([createSection([FILE], [PROOF], 2)], ROOT, { 2: 2 })).toEqual([
      '2. It shines: stands there twice',
    ]);
  });

  it('reports a tree without readable statements', () => {
    expect(coverageFaults([], ROOT)).toEqual(['no statement was found']);
  });
});

describe('the list of test titles', () => {
  const runs = (source: string): Record<string, boolean> =>
    Object.fromEntries([...listTestTitles('a.test.ts', source)].map(([title, test]) => [title, test.runs]));

  it('includes tests that run, in any notation', () => {
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

  it('reports which tests are switched off, alone or with their group', () => {
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

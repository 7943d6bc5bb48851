import { describe, expect, it } from 'vitest';
import { differsInComments } from './changed-files.ts';

const BEFORE = '/** Adds. */\nexport const add = (a: number, b: number): number => a + b; // sum\n';

describe('a change of comments alone', () => {
  it.each([
    ['another text', '// Adds two numbers.\nexport const add = (a: number, b: number): number => a + b;\n'],
    ['no comment', 'export const add = (a: number, b: number): number => a + b;\n'],
  ])('reaches no tests: %s', (_, after) => {
    expect(differsInComments('sum.ts', BEFORE, after)).toBe(true);
  });

  it.each([
    ['other code', 'sum.ts', BEFORE.replace('a + b', 'a - b')],
    ['a text that looks like a comment', 'sum.ts', BEFORE.replace('a + b', '"// sum".length')],
    ['a directive for the compiler', 'sum.ts', `// @ts-nocheck\n${BEFORE}`],
    ['a data file', 'sum.json', BEFORE.replace('// sum', '')],
    ['a deleted file', 'sum.ts', null],
  ])('counts as a change otherwise: %s', (_, path, after) => {
    expect(differsInComments(path, BEFORE, after)).toBe(false);
  });

  it('counts as a change when the file is new', () => {
    expect(differsInComments('sum.ts', null, BEFORE)).toBe(false);
  });
});

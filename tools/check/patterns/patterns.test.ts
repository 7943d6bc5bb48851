import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPatterns } from './check-patterns.ts';
import type { BoundedPattern } from './check-patterns.ts';
import { UnknownCostError } from './position-automaton.ts';
import { growthOfSteps } from './steps.ts';

const measureGrowth = ({ source, flags }: RegExp) => growthOfSteps(source, flags);

describe('the growth of a regular expression’s running time', () => {
  it.each([
    /^[\w-]{43}$/,
    /^a*b*$/,
    /^(?:a|b)*$/,
    /^(?:ab|ac)*$/,
    /^\s*(\d+(?:\.\d+)?)\s*[/:]\s*(\d+(?:\.\d+)?)\s*$/,
    /^[^\p{C}]*$/u,
    /^(?=.*[A-Za-z])(?=.*\d)/,
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    /^[^@]+@[^@.]+\.[^@]+$/,
    // Linear, because the engine never backtracks from a certain match, however often the search repeats.
    /\s+/g,
    /a*a*/,
    /\d+\.?\d*/g,
    /"[^"]*"?/g,
    // Linear, because they can begin at only one position of a run of characters.
    /\b\d+(?:[.,]\d+)?ml\b/i,
    /(?<!\/)\/+$/,
    /^ *([a-z-]+):(.*)$/gm,
    /=?=$/,
  ])('is linear for %s', (pattern) => {
    expect(measureGrowth(pattern)).toBe('linear');
  });

  it.each([
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    /^\d*\d*$/,
    /^(.*)=(.*)$|^.*,.*,.*x$/,
    /\s+$/,
    /\/+$/,
    /\+.*$/,
    /<a>[\s\S]*?<\/a>/g,
    /\{[\s\S]*\}/,
    /\beyJ[\w-]+\.x/,
    /^[a-z]+\s*:\s*.*x$/,
    /^(?:a+b?)?a+$/,
    /^a{0,1000}a{0,1000}$/,
    // Not linear: matches in the end, but scans the rest of the text from each position.
    /(?:[ab]*c|a)*/,
    /^(?:(?=a*b)a)*/,
  ])('is polynomial for %s', (pattern) => {
    expect(measureGrowth(pattern)).toBe('polynomial');
  });

  it.each([
    /^(a+)+$/,
    /^(?:a|a)*$/,
    /^(?:a*)*$/,
    /^(?:a|b|ab)*c$/,
    /^(?:\w+\s?)*$/,
    /^(?:[a-z]|\p{L})*1$/u,
    /^(?:a|A)*$/i,
    /^(?:.|\s)*x$/s,
    /^(?:a?a?)*$/,
    /^(([a-z])+.)+[A-Z]([a-z])+$/,
    /^(?:(?:a|b)+,?)+$/,
    /(?:x(?:(?:a|a)*b)?)/,
  ])('is exponential for %s', (pattern) => {
    expect(measureGrowth(pattern)).toBe('exponential');
  });

  it.each([/^(a*)\1$/, /(?<=a.*)b/])('is undecided for %s', (pattern) => {
    expect(() => measureGrowth(pattern)).toThrow(UnknownCostError);
  });
});

describe('the pattern check', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'packshot-patterns-'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const FILE = 'src/a.ts';
  function listFaults(source: string, list: readonly BoundedPattern[] = []): string[] {
    mkdirSync(dirname(join(root, FILE)), { recursive: true });
    writeFileSync(join(root, FILE), source);
    return checkPatterns(root, [FILE], list).faults.map(({ place, message }) => `${place} ${message}`);
  }
  const boundPattern = (text: string, longest = 300): BoundedPattern => ({
    file: FILE,
    text,
    longest,
    because: 'cut',
  });

  it('accepts linear patterns in every form', () => {
    const source = `
      export const literal = /^[a-z]+$/;
      const WORD = '[a-z]+';
      const BASE = /[0-9]/;
      export const made = [new RegExp(WORD), RegExp(\`^\${WORD}\${BASE.source}$\`, 'i'), new RegExp(String.raw\`\\d+\`)];
    `;
    expect(listFaults(source)).toEqual([]);
  });

  it.each([
    ['a literal', `const x = 1;\nexport const trim = (text: string) => text.replace(/\\s+$/, '');`],
    ['a template', `const A = '[^@]+';\nexport const address = new RegExp(\`^\${A}@\${A}\\\\.\${A}$\`);`],
    ['a call', `const a = 1;\nexport const made = RegExp('(a+)+$');`],
    [
      'a pattern known only at run time',
      `export let a = '';\nexport const made = (text: string) => new RegExp(text);`,
    ],
    ['flags known only at run time', `export let a = '';\nexport const made = new RegExp('a', a);`],
  ])('finds a pattern with unbounded time in %s', (_, source) => {
    expect(listFaults(source)).toEqual([expect.stringMatching(/^src\/a\.ts:2 /)]);
  });

  it('accepts a listed bound for a polynomial pattern, but not for an exponential one', () => {
    expect(listFaults('export const a = /a+$/;', [boundPattern('/a+$/')])).toEqual([]);
    expect(listFaults('export const a = /a+$/;', [boundPattern('/a+$/', 60_000)])).toEqual([
      expect.stringContaining('bound above'),
    ]);
    expect(listFaults('export const a = /^(a+)+$/;', [boundPattern('/^(a+)+$/')])).toEqual([
      expect.stringContaining('no bound helps'),
    ]);
  });

  it('reports list entries that are no longer needed', () => {
    expect(listFaults('export const a = /^a+$/;', [boundPattern('/^a+$/')])).toEqual([
      expect.stringContaining('take it off the list'),
    ]);
    expect(listFaults('export const a = 1;', [boundPattern('/a+$/')])).toEqual([
      expect.stringContaining('not in the file anymore'),
    ]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as contract from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { sourceTextsOf } from './source-texts.ts';

const CATALOGUES = {
  MESSAGES: contract.MESSAGES,
  OWN_MESSAGES: contract.OWN_MESSAGES,
  SHELL_MESSAGES: contract.SHELL_MESSAGES,
  ACCOUNT_MESSAGES: contract.ACCOUNT_MESSAGES,
  BILLING_MESSAGES: contract.BILLING_MESSAGES,
  RECORD_MESSAGES: contract.RECORD_MESSAGES,
  ENGINE_MESSAGES: contract.ENGINE_MESSAGES,
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const CATALOGUE_FILES = /^packages\/contract\/src\/[a-z-]*messages\.ts$/;
const CODES_FILE = 'packages/contract/src/errors.ts';
const IS_TEST = /\.(test|e2e)\.tsx?$|\/testing\/|\/vite\//;

/** What the product says and names, by file. */
const sources = globSync(['packages/*/src/**/*.{ts,tsx,js}'], { cwd: ROOT })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !IS_TEST.test(path))
  .map((path) => ({ path, ...sourceTextsOf(path, readFileSync(join(ROOT, path), 'utf8')) }));

const entries = Object.entries(CATALOGUES).flatMap(([catalogue, messages]) =>
  Object.entries(messages).map(([name, message]) => ({ place: `${catalogue}.${name}`, message })),
);

/** Codes of errors by their sentence. */
const codesOf = (message: string): string[] =>
  Object.entries(contract.ERRORS).flatMap(([code, error]) => (error.message === message ? [code] : []));

/** Codes that some part of the product gives, not only declares. */
const givenCodes = new Set(
  sources.flatMap(({ path, texts }) => (path.startsWith('packages/contract/') ? [] : texts)),
);
const namedMembers = new Set(sources.flatMap(({ path, members }) => (path === CODES_FILE ? [] : members)));
/** A sentence may be in two catalogues: `OWN_MESSAGES` has those of the shell as well. */
const isNamed = (message: string): boolean =>
  entries.some((entry) => entry.message === message && namedMembers.has(entry.place));

describe('the catalogue of messages', () => {
  it('is looked for in every file of the product', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(entries.length).toBeGreaterThan(120);
  });

  it('is the only place that spells its sentences out', () => {
    const messages = new Set<string>(entries.map(({ message }) => message));
    const spelledAgain = sources
      .filter(({ path }) => !CATALOGUE_FILES.test(path))
      .flatMap(({ path, texts }) => texts.filter((text) => messages.has(text)).map((text) => [path, text]));
    expect(spelledAgain).toEqual([]);
  });

  it('has no sentence that the product never says', () => {
    const unsaid = entries
      .filter(({ message }) => !isNamed(message) && !codesOf(message).some((code) => givenCodes.has(code)))
      .map(({ place }) => place);
    expect(unsaid).toEqual([]);
  });
});

describe('the texts of a source', () => {
  it('are what it says, without its comments', () => {
    const source = `
      // 'in a comment'
      const a = 'quoted' + \`piece \${b.name} other\`;
      const c = <p title="attribute">between
        tags {MESSAGES.sessionExpired}</p>;
    `;
    expect(sourceTextsOf('a.tsx', source)).toEqual({
      texts: ['quoted', 'piece', 'other', 'attribute', 'between tags'],
      members: ['b.name', 'MESSAGES.sessionExpired'],
    });
  });
});

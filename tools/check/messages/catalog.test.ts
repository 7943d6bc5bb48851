import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as contract from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launch/settings.ts';
import { readSourceTexts } from './source-texts.ts';
import type { SourceTexts } from './source-texts.ts';

const CATALOGS = {
  MESSAGES: contract.MESSAGES,
  OWN_MESSAGES: contract.OWN_MESSAGES,
  SHELL_MESSAGES: contract.SHELL_MESSAGES,
  ACCOUNT_MESSAGES: contract.ACCOUNT_MESSAGES,
  BILLING_MESSAGES: contract.BILLING_MESSAGES,
  RECORD_MESSAGES: contract.RECORD_MESSAGES,
  ENGINE_MESSAGES: contract.ENGINE_MESSAGES,
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const CATALOG_FILES = /^packages\/contract\/src\/(?:[a-z]+\/)?[a-z-]*messages\.ts$/;
const CODES_FILE = 'packages/contract/src/errors.ts';
const IS_TEST = /\.(test|e2e)\.tsx?$|\/testing\/|\/vite\//;

interface MessageSource extends SourceTexts {
  readonly path: string;
}

/** Texts and names in the product, by file. */
const product: readonly MessageSource[] = globSync(['packages/*/src/**/*.{ts,tsx,js}'], { cwd: ROOT })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !IS_TEST.test(path))
  .map((path) => ({ path, ...readSourceTexts(path, readFileSync(join(ROOT, path), 'utf8')) }));

const entries = Object.entries(CATALOGS).flatMap(([catalog, messages]) =>
  Object.entries(messages).map(([name, message]) => ({ place: `${catalog}.${name}`, message })),
);
const messages = new Set<string>(entries.map(({ message }) => message));

/** Messages of the catalog that other code repeats as literals. */
const spelledAgain = (sources: readonly MessageSource[]): string[] =>
  sources
    .filter(({ path }) => !CATALOG_FILES.test(path))
    .flatMap(({ path, texts }) =>
      texts.filter((text) => messages.has(text)).map((text) => `${path}: ${text}`),
    );

/** Messages to which no code refers, neither directly nor through an error code that the product uses. */
function unsaid(sources: readonly MessageSource[]): string[] {
  const namedMembers = new Set(sources.flatMap(({ path, members }) => (path === CODES_FILE ? [] : members)));
  // Error codes that the product uses. A code that only the contract declares doesn't count.
  const givenCodes = new Set(
    sources.flatMap(({ path, texts }) => (path.startsWith('packages/contract/') ? [] : texts)),
  );
  const usedMessages = new Set<string>([
    // A message in several catalogs counts as used if one of them is: `OWN_MESSAGES` includes the shell's messages.
    ...entries.filter(({ place }) => namedMembers.has(place)).map(({ message }) => message),
    ...Object.entries(contract.ERRORS)
      .filter(([code]) => givenCodes.has(code))
      .map(([, { message }]) => message),
  ]);
  return entries.filter(({ message }) => !usedMessages.has(message)).map(({ place }) => place);
}

describe('the message catalog', () => {
  it('is checked against every file of the product', () => {
    expect(product.length).toBeGreaterThan(500);
    expect(entries.length).toBeGreaterThan(120);
  });

  it('is the only place in the code that spells out its messages', () => {
    expect(spelledAgain(product)).toEqual([]);
    const second = { path: 'packages/web/src/a.tsx', ...readSourceTexts('a.tsx', '<p>Download failed</p>') };
    expect(spelledAgain([...product, second])).toEqual(['packages/web/src/a.tsx: Download failed']);
  });

  it('has only messages that the product shows', () => {
    expect(unsaid(product)).toEqual([]);
    const withoutDownloads = product.filter(({ path }) => path !== 'packages/web/src/lib/files/download.ts');
    expect(unsaid(withoutDownloads)).toEqual(['MESSAGES.networkNotOk', 'MESSAGES.blobFetchFailed']);
    const withoutErrors = product.map((source) => ({ ...source, texts: [] }));
    expect(unsaid(withoutErrors)).toContain('OWN_MESSAGES.emptyFile');
  });
});

describe('the texts of a source file', () => {
  it('include its strings, but not its comments', () => {
    const source = `
      // 'in a comment'
      const a = 'quoted' + \`piece \${b.name} other\`;
      const c = <p title="attribute">between
        tags {MESSAGES.sessionExpired}</p>;
    `;
    expect(readSourceTexts('a.tsx', source)).toEqual({
      texts: ['quoted', 'piece', 'other', 'attribute', 'between tags'],
      members: ['b.name', 'MESSAGES.sessionExpired'],
    });
  });
});

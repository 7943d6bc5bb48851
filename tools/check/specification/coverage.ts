/**
 * Holds docs/specification-coverage.md to the truth: every file that it names is there, and every test that it names is
 * in its file. The page is the data; this reads its tables, `| statement | implemented in | proven by |`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const COVERAGE_PAGE = 'docs/specification-coverage.md';

export interface CoverageRow {
  readonly statement: string;
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Tests by their file and their title. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const PATH = /`([^`]+)`/g;
/** `path` "title": a title is between typographic quotes, which no test's title has. */
const TEST = /`([^`]+)` “([^”]+)”/g;

/** The rows of every table of the page. */
export function coverageRows(page: string): CoverageRow[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (statement|---)/.test(line))
    .map((line) => {
      const [statement = '', where = '', proof = ''] = line
        .slice(1, line.lastIndexOf('|'))
        .split(' | ')
        .map((cell) => cell.trim());
      return {
        statement,
        files: [...where.matchAll(PATH)].map((match) => match[1] ?? ''),
        tests: [...proof.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title })),
      };
    });
}

/** What of the page is not true, a line each. */
export function coverageFaults(page: string, root: string): string[] {
  const rows = coverageRows(page);
  // A page that is read wrongly must not pass for one without faults.
  if (rows.length === 0) return ['no statement was found'];
  return rows.flatMap(({ statement, files, tests }) => {
    const faults: string[] = [];
    if (files.length === 0) faults.push('names no file');
    if (tests.length === 0) faults.push('names no test');
    for (const file of files) if (!existsSync(join(root, file))) faults.push(`${file} is not there`);
    for (const { file, title } of tests) {
      if (!existsSync(join(root, file))) faults.push(`${file} is not there`);
      else if (!hasTest(readFileSync(join(root, file), 'utf8'), title)) {
        faults.push(`${file} has no test “${title}”`);
      }
    }
    return faults.map((fault) => `${statement}: ${fault}`);
  });
}

/** A title as it is written in code: the first argument of `it(…)` or `it.each(…)(…)`, whole, in any kind of quotes. */
function hasTest(source: string, title: string): boolean {
  const escaped = title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?:\bit|\))\(\s*(['"\`])${escaped}\1`).test(source);
}

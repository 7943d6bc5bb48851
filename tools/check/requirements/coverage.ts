/**
 * Verifies docs/requirements.md: every file that it names exists, every test that it names is in its file and
 * runs, and no section has lost statements. The page is the data; this code reads its tables, `| statement |
 * implemented in | proven by |`, under headings like `## 2. Screens and routes`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testTitlesOf } from './test-titles.ts';

export const COVERAGE_PAGE = 'docs/requirements.md';

/** Minimum number of statements per section; a page with fewer has lost some. */
const FEWEST_STATEMENTS: Readonly<Record<number, number>> = {
  1: 15,
  2: 35,
  3: 28,
  4: 25,
  5: 17,
  6: 9,
  7: 39,
  8: 24,
  9: 31,
  10: 20,
};

export interface CoverageRow {
  /** Number of the section; 0 above the first heading. */
  readonly section: number;
  readonly statement: string;
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Tests by file and title. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const HEADING = /^## (\d+)\. /;
const PATH = /`([^`]+)`/g;
/** `path` “title”: titles are in typographic quotes, which no test title contains. */
const TEST = /`([^`]+)` “([^”]+)”/g;

/** The rows of all tables on the page. */
export function coverageRows(page: string): CoverageRow[] {
  const rows: CoverageRow[] = [];
  let section = 0;
  for (const line of page.split('\n')) {
    section = Number(HEADING.exec(line)?.[1] ?? section);
    if (line.startsWith('| ') && !/^\| (statement|---)/.test(line)) rows.push(rowOf(section, line));
  }
  return rows;
}

function rowOf(section: number, line: string): CoverageRow {
  const [statement = '', where = '', proof = ''] = line
    .slice(1, line.lastIndexOf('|'))
    .split(' | ')
    .map((cell) => cell.trim());
  return {
    section,
    statement,
    files: [...where.matchAll(PATH)].map((match) => match[1] ?? ''),
    tests: [...proof.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, title })),
  };
}

/**
 * Untrue statements on the page, one per line.
 * @param fewest minimum number of statements per section
 */
export function coverageFaults(
  page: string,
  root: string,
  fewest: Readonly<Record<number, number>> = FEWEST_STATEMENTS,
): string[] {
  const rows = coverageRows(page);
  // A parsing failure must not pass as a page without faults.
  if (rows.length === 0) return ['no statement was found'];
  const titlesIn = titleReader(root);
  return [...lostStatements(rows, fewest), ...repeatedStatements(rows), ...rows.flatMap(rowFaults)];

  function rowFaults({ statement, files, tests }: CoverageRow): string[] {
    const faults: string[] = [];
    if (files.length === 0) faults.push('names no file');
    if (tests.length === 0) faults.push('names no test');
    for (const file of files) if (!existsSync(join(root, file))) faults.push(`${file} is not there`);
    for (const { file, title } of tests) {
      const test = titlesIn(file)?.get(title);
      if (titlesIn(file) === null) faults.push(`${file} is not there`);
      else if (!test) faults.push(`${file} has no test “${title}”`);
      else if (!test.runs) faults.push(`${file} does not run “${title}”`);
    }
    return faults.map((fault) => `${statement}: ${fault}`);
  }
}

const lostStatements = (rows: readonly CoverageRow[], fewest: Readonly<Record<number, number>>): string[] =>
  Object.entries(fewest).flatMap(([section, least]) => {
    const count = rows.filter((row) => row.section === Number(section)).length;
    return count < least ? [`section ${section} has ${count} statements of at least ${least}`] : [];
  });

/** A repeated statement counts twice and would hide one that was lost. */
function repeatedStatements(rows: readonly CoverageRow[]): string[] {
  const names = rows.map(({ section, statement }) => `${section}. ${statement}`);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `${name}: stands there twice`,
  );
}

/** Reads each test file once; null for a missing one. */
function titleReader(root: string): (file: string) => ReturnType<typeof testTitlesOf> | null {
  const read = new Map<string, ReturnType<typeof testTitlesOf> | null>();
  return (file) => {
    const path = join(root, file);
    if (!read.has(file))
      read.set(file, existsSync(path) ? testTitlesOf(file, readFileSync(path, 'utf8')) : null);
    return read.get(file) ?? null;
  };
}

/**
 * Checks the requirements in `statements/*.yaml`: every file that a statement names exists, every test that it names
 * is in its file and runs, and no section has lost statements. docs/requirements.md lists the sections.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { listTestTitles } from './test-titles.ts';

const STATEMENT_FILES = 'tools/check/requirements/statements/*.yaml';

/** Minimum number of statements by section; a section with fewer has lost some. */
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

/** Name that statements use for the test that compares the contract with its committed snapshot. */
const SNAPSHOT_NAME = 'api-snapshot';
const SNAPSHOT_TEST = 'packages/contract/src/api-snapshot.test.ts › equals its committed snapshot';
/** Text between the path and the title of a test; no title contains it. */
const SEPARATOR = ' › ';

export interface Section {
  readonly section: number;
  readonly title: string;
  readonly statements: readonly RequirementStatement[];
}

interface RequirementStatement {
  readonly statement: string;
  /** Page of the documentation that says why the product differs from the specification or goes beyond it. */
  readonly decision?: string;
  /** Files that implement the statement, by their path from the root of the repository. */
  readonly code: readonly string[];
  /** Tests that prove the statement: `file › title`, or `api-snapshot`. */
  readonly tests: readonly string[];
}

/**
 * Reads the requirements.
 * @returns the sections in their order, each with the name of its file
 */
export function readSections(root: string): (Section & { readonly file: string })[] {
  return globSync(STATEMENT_FILES, { cwd: root })
    .toSorted()
    .map((file) => ({ file, ...(parse(readFileSync(join(root, file), 'utf8')) as Section) }));
}

/**
 * Faults of the requirements, as sentences.
 * @param fewest minimum number of statements per section
 */
export function coverageFaults(
  sections: readonly Section[],
  root: string,
  fewest: Readonly<Record<number, number>> = FEWEST_STATEMENTS,
): string[] {
  const all = sections.flatMap(({ statements }) => statements);
  // Without this check, a failure to read the files would count as requirements without faults.
  if (all.length === 0) return ['no statement was found'];
  const titlesIn = titleReader(root);
  return [
    ...lostStatements(sections, fewest),
    ...sections.flatMap(repeatedStatements),
    ...all.flatMap(statementFaults),
  ];

  function statementFaults({ statement, decision, code, tests }: RequirementStatement): string[] {
    const faults: string[] = [];
    if (code.length === 0) faults.push('names no file');
    if (tests.length === 0) faults.push('names no test');
    const pages = decision === undefined ? [] : [decision.replace(/#.*/, '')];
    for (const file of [...code, ...pages])
      if (!existsSync(join(root, file))) faults.push(`${file} is not there`);
    for (const name of tests) {
      const [file = '', title = ''] = (name === SNAPSHOT_NAME ? SNAPSHOT_TEST : name).split(SEPARATOR);
      const titles = titlesIn(file);
      const test = titles?.get(title);
      if (titles === null) faults.push(`${file} is not there`);
      else if (!test) faults.push(`${file} has no test “${title}”`);
      else if (!test.runs) faults.push(`${file} does not run “${title}”`);
    }
    return faults.map((fault) => `${statement}: ${fault}`);
  }
}

const lostStatements = (sections: readonly Section[], fewest: Readonly<Record<number, number>>): string[] =>
  Object.entries(fewest).flatMap(([number, least]) => {
    const count = sections.find(({ section }) => section === Number(number))?.statements.length ?? 0;
    return count < least ? [`section ${number} has ${count} statements of at least ${least}`] : [];
  });

/** Finds repeated statements. A repetition would count twice and hide a lost statement. */
function repeatedStatements({ section, statements }: Section): string[] {
  const names = statements.map(({ statement }) => statement);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `${section}. ${name}: stands there twice`,
  );
}

function titleReader(root: string): (file: string) => ReturnType<typeof listTestTitles> | null {
  const read = new Map<string, ReturnType<typeof listTestTitles> | null>();
  return (file) => {
    const path = join(root, file);
    if (!read.has(file))
      read.set(file, existsSync(path) ? listTestTitles(file, readFileSync(path, 'utf8')) : null);
    return read.get(file) ?? null;
  };
}

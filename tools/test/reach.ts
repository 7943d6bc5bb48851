import { importGraph } from '../check/imports/check-imports.ts';
import { trackedFiles } from '../check/tracked-files.ts';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Tests that run after every change: fast tests, and tests that read the whole repository. */
const ALWAYS = [
  'packages/contract/',
  'packages/client/',
  'packages/mcp/',
  'packages/web/',
  'tools/check/',
  'tools/client/',
  'tools/test/',
];

const SERVER = ['api', 'worker', 'admin', 'backup', 'doctor', 'move-database'].map(
  (name) => `packages/server/src/main-${name}.ts`,
);
const COMMAND = ['packages/cli/src/main.ts'];
const PRODUCT = [...SERVER, 'packages/web/src/main.tsx', 'tools/launch/start.ts'];
/** Programs that tests below a folder start, and therefore don't import. */
export const STARTED: readonly { readonly folder: string; readonly programs: readonly string[] }[] = [
  { folder: 'packages/cli/', programs: COMMAND },
  { folder: 'packages/server/', programs: [...SERVER, ...COMMAND] },
  { folder: 'e2e/', programs: [...PRODUCT, ...COMMAND] },
  { folder: 'tools/launch/', programs: PRODUCT },
  { folder: 'tools/dev/', programs: PRODUCT },
  { folder: 'tools/pack/', programs: [...PRODUCT, ...COMMAND] },
  { folder: 'tools/bench/', programs: PRODUCT },
  { folder: 'tools/container/', programs: PRODUCT },
];

/** Matches the paths of tests. */
export const TEST = /\.test\.tsx?$|\.e2e\.ts$/;
const SOURCE = /\.(?:[cm]?[jt]sx?|css)$/;
/**
 * True for source files that affect exactly the tests that import them. Excludes files that affect every run, such as
 * tools/test.
 */
const isFollowed = (file: string): boolean =>
  SOURCE.test(file) &&
  /^(?:packages\/[^/]+\/(?:src|test)\/|tools\/[^/]+\/|e2e\/)/.test(file) &&
  (TEST.test(file) || !/^tools\/test\/|\/vitest\.config\.ts$/.test(file));
/** Matches files that no test reads, unless a test names the file. */
const UNTESTED = /^lab\/|^docs\/|^\.github\/|\.md$|\.faults\.json$/;

/** Paths of all test files of the product. */
export const listTests = (root: string): readonly string[] =>
  trackedFiles(root).filter((file) => TEST.test(file) && !file.startsWith('lab/'));

/** Tests that contain the name of a file, such as a document, because they read it. */
function testsNaming(file: string, tests: readonly string[], root: string): string[] {
  return tests.filter((test) => readFileSync(join(root, test), 'utf8').includes(basename(file)));
}

/** A test, and all files that it imports or starts, directly or indirectly. */
function computeClosure(test: string, graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const started = STARTED.filter(({ folder }) => test.startsWith(folder)).flatMap(({ programs }) => programs);
  const waiting = [test, ...started];
  const closure = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const next of graph.get(file) ?? []) {
      if (closure.has(next)) continue;
      closure.add(next);
      waiting.push(next);
    }
  }
  return closure;
}

/**
 * Folder of the package to which a file belongs, such as `packages/web/`. Null for a file outside of such folders, and
 * for the test runner's own files.
 */
const getPart = (file: string): string | null =>
  /^(?:packages\/[^/]+|tools\/(?!test\/)[^/]+|e2e)\//.exec(file)?.[0] ?? null;

/** Paths of the affected tests; null if a change may affect any test, such as one to files in the root. */
type AffectedTests = ReadonlySet<string> | null;

/**
 * Reads the imports of the repository below `root`.
 * @returns function that finds the test files affected by changed files, through imports and the programs that tests
 * start
 */
export function createReach(root: string): (changed: Iterable<string>) => AffectedTests {
  const tests = listTests(root);
  const graph = importGraph(root);
  const closures = tests.map((test) => ({ test, closure: computeClosure(test, graph) }));

  const testsReachedBy = (file: string): readonly string[] | null => {
    const importing = closures.filter(({ closure }) => closure.has(file)).map(({ test }) => test);
    if (isFollowed(file) && importing.length > 0) return importing;
    // A deleted file affects no further tests, because the files that imported it have changed too.
    if (isFollowed(file) && !graph.has(file)) return [];
    if (UNTESTED.test(file)) return [...importing, ...testsNaming(file, tests, root)];
    // For data, configuration and files that no known test imports: all tests that use the file's package.
    const part = getPart(file);
    if (part === null) return null;
    const using = closures.filter(({ closure }) => [...closure].some((used) => used.startsWith(part)));
    return [...importing, ...using.map(({ test }) => test)];
  };

  return (changed) => {
    const reached = new Set(tests.filter((test) => ALWAYS.some((folder) => test.startsWith(folder))));
    for (const file of changed) {
      const more = testsReachedBy(file);
      if (more === null) return null;
      for (const test of more) reached.add(test);
    }
    return reached;
  };
}

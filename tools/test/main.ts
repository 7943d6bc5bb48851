// npm test                                     runs every test
// npm test -- --changed main                   runs the tests that the changes since that commit can affect, and all cheap ones;
//                                              a fifth of the slow ones, another fifth after the next commit
// npm test -- --project server test/http       passes arguments to Vitest, in the same environment
// npm run test:watch -- --project web studio   the same, again for each change; without a project, runs the projects that need no services
// npm test -- --thorough [arguments]           includes the amounts and cases that take too long for every change
import { run } from '../check/run.ts';
import { LaunchError } from '../launch/launch-error.ts';
import { ROOT } from '../launch/settings.ts';
import { buildWeb } from '../launch/web-build.ts';
import { join } from 'node:path';
import { findBrowser, findFirefox } from './browser.ts';
import { changedFiles } from './changed-files.ts';
import { createReach, listTests } from './reach.ts';
import { TestEnvironment } from './surroundings.ts';
import { closingLines, durationLines, NOTHING, sum } from './tally.ts';
import type { Tally } from './tally.ts';
import { takeTurns } from './turns.ts';
import { runProjects, runVitest, watchVitest } from './vitest-run.ts';
import type { ProjectRun } from './vitest-run.ts';

const say = (line: string) => console.log(line);
const surroundings = new TestEnvironment(say);
/**
 * Paths of the tests of code that runs SQL or relies on database locks: the stores, accepting and charging tasks, the
 * credit ledger, and paid months.
 */
const SPEAKS_SQL = [
  'src/platform/database',
  'src/platform/backup',
  'src/records',
  ...['accept', 'lifecycle', 'scenes', 'tools', 'waiting-line', 'downloads', 'priority', 'queue-figure'].map(
    (name) => `src/tools/${name}`,
  ),
  'src/credits',
  'src/billing',
];
/** Projects whose tests start no services. */
const QUICK_PROJECTS = ['contract', 'client', 'mcp', 'web', 'web-modules'];
const WATCH = '--watch';
const WEB_FOLDER = join(ROOT, 'packages', 'web');

/**
 * Separates our own arguments from Vitest's. `--changed` alone is ours; together with other arguments it is Vitest's,
 * which then selects the tests itself.
 */
function readArguments(rawArgs: readonly string[]) {
  const own = ['--thorough', WATCH];
  const args = rawArgs.filter((arg) => !own.includes(arg)).flatMap(addWebModules);
  const isSelection = args.length === 2 && args[0] === '--changed';
  return {
    args: isSelection ? [] : args,
    changedSince: isSelection ? (args[1] ?? null) : null,
    isThorough: rawArgs.includes('--thorough'),
    isWatch: rawArgs.includes(WATCH),
  };
}

/** Adds the project `web-modules` to the arguments if `web` is chosen. */
const addWebModules = (arg: string, index: number, args: readonly string[]): string[] =>
  arg === '--project=web' || (arg === 'web' && args[index - 1] === '--project')
    ? [arg, '--project=web-modules']
    : [arg];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => {
    surroundings.stop().then(
      () => process.exit(130),
      () => process.exit(130),
    );
  });
}

/**
 * Runs the tests of every project, ordered for a machine with two cores. The engine's tests, which compute, run at a
 * lower priority beside tests that mostly wait for launchers and pages. If they ran beside the server's tests as well,
 * the engine's tests would exceed their time limits.
 */
async function runEverything(selection: Selection | null): Promise<Tally[]> {
  const reached = selection?.tests ?? null;
  const inProject = (projects: readonly string[], options: ProjectRun = {}) =>
    runProjects(projects, { ...options, only: reached });
  const [quick, engine] = await Promise.all([
    stage('contract, web, tools', async () => {
      // Builds the web app first, because one test measures the size of the built landing page.
      await buildWebApp();
      return inProject([...QUICK_PROJECTS, 'tools']);
    }),
    stage('engine, cli', () => inProject(['engine', 'cli'], { yields: true })),
  ]);
  const server = await stage('server', async () => {
    if (!reachesAny(reached, 'packages/server/')) return NOTHING;
    const env = { ...(await surroundings.database()), ...(await surroundings.objectStore()) };
    const tally = await inProject(['server'], { env });
    await surroundings.stop();
    return tally;
  });
  const serverAgain = await stage('server on another PostgreSQL', async () => {
    const isChanged = SPEAKS_SQL.some((folder) =>
      reachesAny(selection?.changed ?? null, `packages/server/${folder}`),
    );
    if (!isThorough && (selection === null || !isChanged)) {
      say('Only for changes of what runs SQL, and with --thorough.');
      return NOTHING;
    }
    const env = await surroundings.otherDatabase();
    if (env === null) return NOTHING;
    // Runs only the tests of code that uses the database. Another database can only affect SQL and locks.
    const tally = await inProject(['server'], { env, files: SPEAKS_SQL });
    await surroundings.stop();
    return tally;
  });
  const browser = await stage('e2e', async () =>
    reachesAny(reached, 'e2e/') ? inProject(['e2e'], { env: await browserSurroundings() }) : NOTHING,
  );
  return [quick, engine, server, serverAgain, browser];
}

const reachesAny = (files: ReadonlySet<string> | null, folder: string): boolean =>
  files === null || [...files].some((file) => file.startsWith(folder));

interface Selection {
  readonly changed: ReadonlySet<string>;
  readonly tests: ReadonlySet<string>;
}

/** Paths of the files that have changed since a commit, and of the tests that run for these changes. */
async function selectSince(base: string): Promise<Selection> {
  const changed = await changedFiles(base, ROOT);
  const all = listTests(ROOT);
  const reached = createReach(ROOT)(changed) ?? new Set(all);
  const commits = await run('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT });
  const tests = takeTurns(reached, all, changed, Number(commits.output));
  say(
    `Files that differ from ${base}: ${String(changed.size)}. They can reach ${String(reached.size)} test files. ` +
      `${String(reached.size - tests.size)} slow ones run after later commits, and with --thorough.`,
  );
  return { changed, tests };
}

async function runSome(args: readonly string[]): Promise<Tally[]> {
  return [await runVitest(args, await prepareSurroundings(chosenProjects(args)))];
}

async function watch(args: readonly string[]): Promise<number> {
  const selectedProjects = chosenProjects(args);
  const projects = selectedProjects.length > 0 ? [] : QUICK_PROJECTS.flatMap((name) => ['--project', name]);
  return watchVitest(
    [...projects, ...args],
    selectedProjects.length > 0 ? await prepareSurroundings(selectedProjects) : {},
  );
}

/** Prepares the services that the tests of these projects need; if no project is named, those of all projects. */
async function prepareSurroundings(selectedProjects: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const has = (name: string) => selectedProjects.length === 0 || selectedProjects.includes(name);
  let env: NodeJS.ProcessEnv = {};
  if (has('web')) await buildWebApp();
  if (has('e2e')) env = { ...env, ...(await browserSurroundings()) };
  else if (has('server')) env = { ...env, ...(await surroundings.database()) };
  if (has('server') && !has('e2e')) env = { ...env, ...(await surroundings.objectStore()) };
  return env;
}

async function browserSurroundings(): Promise<NodeJS.ProcessEnv> {
  const browser = await findBrowser(say);
  const firefox = await findFirefox(say);
  await buildWebApp();
  const database = await surroundings.database();
  const store = await surroundings.objectStore();
  return {
    ...database,
    ...store,
    PACKSHOT_BROWSER: browser,
    ...(firefox !== null && { PACKSHOT_FIREFOX: firefox }),
    WEB_DIST: join(WEB_FOLDER, 'dist'),
  };
}

const buildWebApp = () => buildWeb(WEB_FOLDER, join(ROOT, '.packshot'));

/** Runs one stage of the tests. If it can't start, it counts as one failure, and the other stages still run. */
async function stage(name: string, run: () => Promise<Tally>): Promise<Tally> {
  say(`\n── ${name} ──`);
  try {
    return await run();
  } catch (error) {
    const text = error instanceof LaunchError ? error.message : ((error as Error).stack ?? String(error));
    console.error(`\n${name} could not be run: ${text}\n`);
    await surroundings.stop();
    return { ...NOTHING, failed: 1, failures: [`the whole stage: ${name}`] };
  }
}

function chosenProjects(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg.startsWith('--project=')) return [arg.slice('--project='.length)];
    return args[index - 1] === '--project' ? [arg] : [];
  });
}

const { args, isThorough, isWatch, changedSince } = readArguments(process.argv.slice(2));
// Sets the variable by which tests know that they should be thorough: see "Thorough tests" in CONTRIBUTING.md.
if (isThorough) process.env['THOROUGH_TESTS'] = '1';
if (isWatch) {
  const code = await watch(args);
  await surroundings.stop();
  process.exit(code);
}
const isWhole = args.length === 0;
const tallies = isWhole
  ? await runEverything(changedSince === null ? null : await selectSince(changedSince))
  : [await stage(args.join(' '), async () => sum(await runSome(args)))];
await surroundings.stop();
const total = sum(tallies);
if (isWhole) say(`\n${durationLines(total.durations).join('\n')}`);
console.log(`\n${closingLines(total).join('\n')}`);
if (isWhole && !isThorough) say('Larger amounts and rarer cases: npm test -- --thorough');
process.exit(total.failed === 0 ? 0 : 1);

// npm run mutants                           tries every planted fault: takes minutes, see docs/decisions/testing.md
// npm run mutants -- key-expiry             tries the faults with these IDs
// npm run mutants -- --package web          tries the faults of a package's tests
// npm run mutants -- --changed main         tries the faults whose file or test differs from that commit
// npm run mutants -- --minutes 2            starts no further fault after that time; the last line counts the remaining ones
// npm run mutants -- --jobs 1               tries one fault at a time instead of two
import { LaunchError } from '../launch/launch-error.ts';
import { ROOT } from '../launch/settings.ts';
import { TestEnvironment } from '../test/surroundings.ts';
import { chooseFaults, readOptions } from './choose.ts';
import type { MutantOptions } from './choose.ts';
import { FAULTS } from './faults.ts';
import { closingLine, hasFailed, formatTrial } from './table.ts';
import { tryFaults } from './try-faults.ts';
import type { Trial } from './try-faults.ts';

const stop = new AbortController();
const surroundings = new TestEnvironment((line) => console.log(line));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => stop.abort(new LaunchError('Interrupted.')));
}

async function run(options: MutantOptions): Promise<{ trials: Trial[]; left: number }> {
  const selectedFaults = await chooseFaults(FAULTS, options, ROOT);
  console.log(`${String(selectedFaults.length)} of ${String(FAULTS.length)} planted faults\n`);
  const env = selectedFaults.some(({ needsDatabase }) => needsDatabase) ? await surroundings.database() : {};
  const trials = await tryFaults(selectedFaults, {
    root: ROOT,
    jobs: options.jobs,
    env,
    signal: stop.signal,
    budgetMs: options.budgetMs,
    onTrial: (trial) => console.log(formatTrial(trial)),
  });
  return { trials, left: selectedFaults.length - trials.length };
}

try {
  const startedMs = performance.now();
  const { trials, left } = await run(readOptions(process.argv.slice(2)));
  console.log(`\n${closingLine(trials, left, (performance.now() - startedMs) / 1000)}`);
  process.exitCode = hasFailed(trials) ? 1 : 0;
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error);
  process.exitCode = 1;
} finally {
  await surroundings.stop();
}
// Closes the IPC channel to npm's process, which would keep this process running.
if (process.connected) process.disconnect();

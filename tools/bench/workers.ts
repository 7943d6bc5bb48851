// npm run bench -- workers
//
// Gain from a second worker. Each worker is pinned to one processor core (taskset, Linux), because on a machine with
// two cores a single worker would use both. The rest of the product, and this program, share those cores. For
// comparison, two engines are measured on the same cores without the product around them: this is the largest gain that
// any queue can achieve.
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newGuest, readOutcome } from '../../packages/server/src/testing/api-client.ts';
import { findProgram } from '../launch/find-program.ts';
import { runningPostgresUrl } from '../launch/postgres/embedded-postgres.ts';
import type { LaunchSettings } from '../launch/settings.ts';
import { ask, median, row, stop } from './contestants.ts';
import { bottlePhoto } from './photo.ts';
import { onRunningProduct } from './running-product.ts';

/** Options of the command: `--rounds 1 --seconds 10` for a quick look. */
const { rounds, seconds } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '30' } },
}).values;
const ROUNDS = Number(rounds);
const WINDOW_MS = Number(seconds) * 1000;
const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.packshot/bench/workers');
const PHOTO = { widthPx: 2000, heightPx: 1500 };
/** Number of waiting or running jobs per worker, so that a worker always finds a job. */
const LANES_PER_WORKER = 3;
const COUNTS = [1, 2] as const;

type Throughput = Record<(typeof COUNTS)[number], number>;

async function main(): Promise<void> {
  if ((await findProgram('taskset')) === null || cpus().length < 2) {
    console.log('Not measured: this needs Linux’ taskset and two cores.');
    return;
  }
  mkdirSync(FOLDER, { recursive: true });
  const photoPath = join(FOLDER, 'photo.png');
  writeFileSync(photoPath, bottlePhoto(PHOTO.widthPx, PHOTO.heightPx));
  const bare = await throughputs('engines alone', (count) => enginesAlone(count, photoPath));
  const whole: Throughput[] = [];
  await onRunningProduct(async ({ address, settings }) => {
    whole.push(await throughputs('workers', (count) => measureWorkers(address, settings, count)));
  }, 0);
  console.log(
    `Cut-outs of ${PHOTO.widthPx} × ${PHOTO.heightPx}, one core a worker. Medians of ${ROUNDS} rounds.\n`,
  );
  console.log(row(['', 'one, pictures a minute', 'two, pictures a minute', 'the second adds']));
  console.log(row(Array<string>(4).fill('---')));
  console.log(formatRow('engines alone, no product', bare));
  for (const throughput of whole) console.log(formatRow('workers of the product', throughput));
}

const formatRow = (name: string, { 1: one, 2: two }: Throughput): string =>
  row([name, one.toFixed(1), two.toFixed(1), `${((100 * (two - one)) / one).toFixed(0)} %`]);

/** Measures one worker and two workers in turn, so that other load on the machine affects both. */
async function throughputs(name: string, perMinute: (count: number) => Promise<number>): Promise<Throughput> {
  const figures: Record<(typeof COUNTS)[number], number[]> = { 1: [], 2: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const count of COUNTS) {
      const figure = await perMinute(count);
      figures[count].push(figure);
      process.stderr.write(`workers: ${name}, round ${round}, ${count}: ${figure.toFixed(1)} a minute\n`);
    }
  }
  return { 1: median(figures[1]), 2: median(figures[2]) };
}

const onCore = (core: number): string[] => ['-c', String(core), process.execPath];

async function enginesAlone(count: number, photo: string): Promise<number> {
  const program = join(import.meta.dirname, 'cutout/ours-process.ts');
  const engines = Array.from({ length: count }, (_, core) =>
    fork(program, [join(FOLDER, 'models')], {
      execPath: 'taskset',
      execArgv: onCore(core),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  try {
    return await finishedPerMinute(engines.map((engine) => () => ask(engine, { photo })));
  } finally {
    await Promise.all(engines.map(stop));
  }
}

async function measureWorkers(address: string, settings: LaunchSettings, count: number): Promise<number> {
  const workers = Array.from({ length: count }, (_, core) => startWorker(settings, core));
  try {
    const guest = await newGuest(address);
    const { key } = await guest.upload(bottlePhoto(PHOTO.widthPx, PHOTO.heightPx));
    const cutOut = async (): Promise<void> => {
      const { states } = await readOutcome(await guest.cutOut(key));
      if (states.at(-1)?.status !== 'SUCCESS')
        throw new Error(`A cut-out ended as ${JSON.stringify(states.at(-1))}`);
    };
    return await finishedPerMinute(Array<() => Promise<void>>(count * LANES_PER_WORKER).fill(cutOut));
  } finally {
    await Promise.all(workers.map(stopWorker));
  }
}

/** Starts another worker for the running product, as if on a separate machine. */
function startWorker({ dataFolder, mainsFolder }: LaunchSettings, core: number): ChildProcess {
  const databaseUrl = runningPostgresUrl(join(dataFolder, 'postgres'));
  if (databaseUrl === null) throw new Error('The product has no database of its own.');
  const program = join(mainsFolder, 'main-worker.ts');
  return spawn('taskset', [...onCore(core), program], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '', DATA_DIR: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  await ended;
}

/**
 * Repeats the work of each lane and returns how many jobs finish per minute. Starts counting after each lane has
 * finished twice, because the first time loads models.
 */
async function finishedPerMinute(lanes: readonly (() => Promise<unknown>)[]): Promise<number> {
  const finishedMs: number[] = [];
  let isOver = false;
  const warm = lanes.map(() => Promise.withResolvers<void>());
  const running = lanes.map(async (work, lane) => {
    for (let count = 0; !isOver; count += 1) {
      if (count === 2) warm[lane]?.resolve();
      await work();
      finishedMs.push(performance.now());
    }
  });
  const failed = Promise.all(running);
  await Promise.race([Promise.all(warm.map(({ promise }) => promise)), failed]);
  finishedMs.length = 0;
  await Promise.race([sleep(WINDOW_MS), failed]);
  const [first = 0, last = 0] = [finishedMs[0], finishedMs.at(-1)];
  const perMinute = ((finishedMs.length - 1) * 60_000) / (last - first);
  isOver = true;
  await failed;
  return perMinute;
}

await main();

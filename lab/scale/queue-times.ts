// npm --prefix lab run queue-times -- --minutes 2
//
// Compares the simulation with real workers: users request pictures at random moments, and one or two workers process
// them with an engine that answers after a fixed time, so that the number of processor cores doesn't matter. Then
// simulates the same moments with the measured service times.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrateQueue } from '../../packages/server/src/platform/queue/pg-boss-queue.ts';
import { migrateDatabase } from '../../packages/server/src/platform/database/migrate-database.ts';
import { seedRandom } from '../../packages/server/src/testing/seeded.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { row } from '../../tools/bench/contestants.ts';
import { insertOwner } from '../../tools/bench/shop-owner.ts';
import { startEmbeddedPostgres } from '../../tools/launch/postgres/embedded-postgres.ts';
import { endDatabaseWithUs } from '../../tools/launch/postgres/end-with-us.ts';
import { acceptOne } from '../../packages/server/src/testing/query-plans/operations.ts';
import type { Subject } from '../../packages/server/src/testing/query-plans/operations.ts';
import { startQuickWorker } from './measuring/quick-workers.ts';
import { openStudio, uploadPhoto } from '../../packages/server/src/testing/query-plans/studio.ts';
import { quantile, simulate } from './simulation/simulate.ts';

const options = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    'engine-ms': { type: 'string', default: '1000' },
    load: { type: 'string', default: '0.75' },
    seed: { type: 'string', default: '1' },
  },
}).values;
const [DURATION_MS, ENGINE_MS, LOAD, SEED] = [
  Number(options.minutes) * 60_000,
  Number(options['engine-ms']),
  Number(options.load),
  Number(options.seed),
];
const USERS = 4;

interface Done {
  readonly user_id: string;
  readonly accepted_ms: number;
  readonly wait_ms: number;
  readonly work_ms: number;
}

const folder = await mkdtemp(join(tmpdir(), 'packshot-queue-times-'));
endDatabaseWithUs(join(folder, 'postgres'), folder);
const postgres = await startEmbeddedPostgres({
  folder: join(folder, 'postgres'),
  durability: 'none',
  maxConnections: 80,
});
try {
  await migrateDatabase(postgres.url, () => migrateQueue(postgres.url, silentLogger));
  console.log(row(['workers', '', 'tasks', 'mean wait, s', 'p50, s', 'p95, s', 'pick-up, s']));
  console.log(row(['---:', '---', '---:', '---:', '---:', '---:', '---:']));
  for (const workers of [1, 2]) {
    const done = await measureQueue(workers);
    const waits = done.map((each) => each.wait_ms);
    const line = (what: string, those: readonly number[], pickUpMs: number) => {
      const figures = [mean(those), quantile(those, 0.5), quantile(those, 0.95), pickUpMs];
      const seconds = figures.map((ms) => (ms / 1000).toFixed(2));
      console.log(row([String(workers), what, String(those.length), ...seconds]));
    };
    const pickUpMs = mean(listPickUps(done, workers));
    line('measured', waits, pickUpMs);
    line('simulated', simulateQueue(done, workers, pickUpMs), pickUpMs);
    // Shortest wait: that of a task for which an idle worker was ready.
    const leastMs = quantile(waits, 0);
    line('simulated with the shortest pick-up', simulateQueue(done, workers, leastMs), leastMs);
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Simulates the same users at the same moments, with each task's measured service time, because the load of the machine
 * varies.
 */
function simulateQueue(done: readonly Done[], workers: number, pickUpMs: number): readonly number[] {
  let next = 0;
  const firstMs = done[0]?.accepted_ms ?? 0;
  const outcome = simulate({
    workers,
    arrivals: done.map((each) => ({
      atMs: each.accepted_ms - firstMs,
      user: each.user_id,
      pictures: 1,
      group: 'all',
    })),
    serviceMs: () => done[next++]?.work_ms ?? ENGINE_MS,
    pickUpMs,
  });
  return outcome.waitsMs.get('all') ?? [];
}

/**
 * Times from the moment when both a worker was free and a task waited until the task started. These include the cost of
 * ending the previous task and of finding the next one.
 */
function listPickUps(done: readonly Done[], workers: number): readonly number[] {
  const computeStart = (each: Done): number => each.accepted_ms + each.wait_ms;
  const begun = done.toSorted((a, b) => computeStart(a) - computeStart(b));
  return begun.map((each, index) => {
    const ends = begun.slice(0, index).map((earlier) => computeStart(earlier) + earlier.work_ms);
    const freeMs = ends.toSorted((a, b) => b - a)[workers - 1] ?? -Infinity;
    const thereMs = Math.min(...begun.slice(index).map(({ accepted_ms }) => accepted_ms));
    return computeStart(each) - Math.max(freeMs, thereMs);
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

async function measureQueue(workers: number): Promise<readonly Done[]> {
  const studio = await openStudio(postgres.url, folder, 20);
  const random = seedRandom(SEED);
  const subjects: Subject[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const caller = await insertOwner(studio.database);
    await studio.database.stores.ledger.open(caller.userId);
    await studio.database.stores.ledger.append({
      userId: caller.userId,
      ledger: 'freemium',
      kind: 'adjust',
      delta: 10_000,
      reference: randomUUID(),
    });
    subjects.push({
      caller,
      photoKey: await uploadPhoto(studio, caller),
      taskIds: [],
      recordIds: [],
      runId: null,
      resultKeys: [],
      keyCaller: null,
      webhookId: null,
    });
  }
  const running = await Promise.all(
    Array.from({ length: workers }, () => startQuickWorker(studio, postgres.url, ENGINE_MS, 1)),
  );
  const meanPauseMs = ENGINE_MS / (LOAD * workers);
  const startedMs = performance.now();
  for (let dueMs = 0; dueMs < DURATION_MS; dueMs += -Math.log(1 - random()) * meanPauseMs) {
    await sleep(Math.max(0, startedMs + dueMs - performance.now()));
    const subject = subjects[Math.floor(random() * USERS)];
    if (subject !== undefined) await acceptOne(studio, subject);
  }
  const isOpen = async (): Promise<boolean> =>
    (await studio.pool.query(`select 1 from tasks where status in ('PENDING', 'STARTED') limit 1`))
      .rowCount !== 0;
  while (await isOpen()) await sleep(500);
  await Promise.all(running.map((worker) => worker.stop()));
  const { rows } = await studio.pool.query<Done>(
    `select user_id, extract(epoch from created_at)::float8 * 1000 as accepted_ms,
       extract(epoch from started_at - created_at)::float8 * 1000 as wait_ms,
       extract(epoch from finished_at - started_at)::float8 * 1000 as work_ms
     from tasks where user_id = any($1) order by created_at`,
    [subjects.map(({ caller }) => caller.userId)],
  );
  await studio.close();
  return rows;
}

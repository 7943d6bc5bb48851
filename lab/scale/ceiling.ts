// npm --prefix lab run ceiling -- --tasks 1000
//
// Measures how many tasks per second one PostgreSQL accepts and settles if pictures take no time: the API's own
// acceptance code and the worker's own code, with an engine that answers at once, on an embedded PostgreSQL with fsync.
// The processor time of the database per task shows the rate of a machine that does nothing else.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brokenInvariants } from '../../packages/server/src/testing/invariants.ts';
import { migrateQueue } from '../../packages/server/src/platform/queue/pg-boss-queue.ts';
import { migrateDatabase } from '../../packages/server/src/platform/database/migrate-database.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { row } from '../../tools/bench/contestants.ts';
import { insertOwner } from '../../tools/bench/shop-owner.ts';
import { startEmbeddedPostgres } from '../../tools/launch/postgres/embedded-postgres.ts';
import { endDatabaseWithUs } from '../../tools/launch/postgres/end-with-us.ts';
import { acceptOne } from '../../packages/server/src/testing/query-plans/operations.ts';
import type { Subject } from '../../packages/server/src/testing/query-plans/operations.ts';
import { databaseProcessorMs } from './measuring/processor-time.ts';
import { startQuickWorker } from './measuring/quick-workers.ts';
import { openStudio, uploadPhoto } from '../../packages/server/src/testing/query-plans/studio.ts';

const options = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    users: { type: 'string', default: '50' },
    clients: { type: 'string', default: '8' },
    workers: { type: 'string', default: '8' },
  },
}).values;
const [TASKS, USERS, CLIENTS, WORKERS] = [options.tasks, options.users, options.clients, options.workers].map(
  Number,
) as [number, number, number, number];

const folder = await mkdtemp(join(tmpdir(), 'packshot-ceiling-'));
endDatabaseWithUs(join(folder, 'postgres'), folder);
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), maxConnections: 80 });
try {
  await migrateDatabase(postgres.url, () => migrateQueue(postgres.url, silentLogger));
  const studio = await openStudio(postgres.url, folder, 20);
  const subjects: Subject[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const caller = await insertOwner(studio.database);
    await studio.database.stores.ledger.open(caller.userId);
    await studio.database.stores.ledger.append({
      userId: caller.userId,
      ledger: 'freemium',
      kind: 'adjust',
      delta: TASKS,
      reference: randomUUID(),
    });
    const photoKey = await uploadPhoto(studio, caller);
    subjects.push({
      caller,
      photoKey,
      taskIds: [],
      recordIds: [],
      runId: null,
      resultKeys: [],
      keyCaller: null,
      webhookId: null,
    });
  }
  const measure = async (work: () => Promise<void>) => {
    const [startedMs, computedMs] = [performance.now(), await databaseProcessorMs(studio.pool)];
    await work();
    const elapsedMs = performance.now() - startedMs;
    return {
      aSecond: (TASKS * 1000) / elapsedMs,
      databaseMs: ((await databaseProcessorMs(studio.pool)) - computedMs) / TASKS,
    };
  };
  let next = 0;
  const accepting = await measure(async () => {
    const client = async (): Promise<void> => {
      for (let index = next++; index < TASKS; index = next++) {
        const subject = subjects[index % subjects.length];
        if (subject !== undefined) await acceptOne(studio, subject);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  });
  const workers: Awaited<ReturnType<typeof startQuickWorker>>[] = [];
  const working = await measure(async () => {
    workers.push(await startQuickWorker(studio, postgres.url, 0, WORKERS));
    for (;;) {
      const { rows } = await studio.pool.query<{ open: boolean }>(
        `select exists (select from tasks where status in ('PENDING', 'STARTED')) as open`,
      );
      if (rows[0]?.open !== true) break;
      await sleep(100);
    }
  });
  // Stops the workers only after the measurement, because the processor time of their database connections can't be
  // read afterwards.
  for (const worker of workers) await worker.stop();
  const { rows } = await studio.pool.query<{ done: number }>(
    `select count(*)::integer as done from tasks where status = 'SUCCESS'`,
  );
  const broken = await brokenInvariants(studio.pool);
  console.log(
    row([
      '',
      'tasks a second here',
      'processor of the database a task, ms',
      'tasks a second of one core of the database',
    ]),
  );
  console.log(row(['---', '---:', '---:', '---:']));
  for (const [name, { aSecond, databaseMs }] of [
    [`accepting, ${CLIENTS} at once`, accepting],
    [`claiming, storing, settling, ${WORKERS} at once`, working],
  ] as const)
    console.log(row([name, aSecond.toFixed(0), databaseMs.toFixed(2), (1000 / databaseMs).toFixed(0)]));
  console.log(`\n${rows[0]?.done ?? 0} of ${TASKS} succeeded. Invariants broken: ${broken.length}.`);
  if (broken.length > 0 || rows[0]?.done !== TASKS) process.exitCode = 1;
  await studio.close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

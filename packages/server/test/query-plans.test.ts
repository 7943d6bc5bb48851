import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateQueue } from '../src/platform/queue/pg-boss-queue.ts';
import { migrateDatabase } from '../src/platform/database/migrate-database.ts';
import { brokenInvariants } from '../src/testing/invariants.ts';
import { silentLogger } from '../src/testing/silent-logger.ts';
import { startEmbeddedPostgres } from '../../../tools/launch/postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../tools/launch/postgres/embedded-postgres.ts';
import { fillDatabase } from '../src/testing/filled-database/fill-database.ts';
import { OPERATIONS, loadSubject } from '../src/testing/query-plans/operations.ts';
import type { Subject } from '../src/testing/query-plans/operations.ts';
import { readPlan } from '../src/testing/query-plans/reading.ts';
import { recordStatements } from '../src/testing/query-plans/recorded-statements.ts';
import {
  callerNo,
  openStudio,
  ownerNoOfRun,
  sumUpCalls,
  uploadPhoto,
} from '../src/testing/query-plans/studio.ts';
import type { FilledServices } from '../src/testing/query-plans/studio.ts';

/**
 * Number of tasks: enough rows that the busiest user has more than every page contains, but few enough to be created
 * in seconds.
 */
const TASKS = 8_000;
/**
 * Number of rows that a statement may read beyond six times the rows it returns: neighbors in an index, and waiting
 * tasks with their requests.
 */
const BESIDE = 200;
/**
 * Operations that read many entries of an index, but not their rows: late pages, and searches for words too short for
 * the index of trigrams. docs/scale.md lists how long they take.
 */
const READS_INDEX: ReadonlySet<string> = new Set([
  'History, page 40',
  'ledger, page 40',
  'History, search for one letter',
  'History, search for two letters that no record contains',
  'History, search for one letter in pictures without a star, by name',
]);

let folder: string;
let postgres: EmbeddedPostgres;
let studio: FilledServices;
let client: pg.Client;
let subjects: readonly Subject[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-plans-'));
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durability: 'none' });
  await migrateDatabase(postgres.url, () => migrateQueue(postgres.url, silentLogger));
  await fillDatabase(postgres.url, TASKS, () => {});
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  // Fills the visibility map, without which index-only scans would also read the rows.
  await client.query('vacuum (index_cleanup off, parallel 0)');
  // Sequential scans are disabled, because the planner scans small tables even if an index fits, but the test checks
  // whether an index exists.
  await client.query('set enable_seqscan = off');
  studio = await openStudio(postgres.url, folder);
  const subjectList: Subject[] = [];
  // The last number is the owner of the largest run.
  for (const number of [0, 1, 20, await ownerNoOfRun(studio, 0)]) {
    const caller = await callerNo(studio, number);
    subjectList.push(await loadSubject(studio, caller, await uploadPhoto(studio, caller)));
  }
  subjects = subjectList;
  await sumUpCalls(studio);
}, 300_000);
afterAll(async () => {
  await client.end();
  await studio.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the filled database satisfies the product’s own invariants', async () => {
  const broken = await brokenInvariants(studio.pool);
  // These invariants are left out, because the test data has neither transitions nor results of old tasks.
  expect(broken.filter((line) => !/^I(5|6|12):/.test(line))).toEqual([]);
});

it.each(OPERATIONS.filter(({ name }) => !READS_INDEX.has(name)))(
  'the operation “$name” reads few more rows than it shows',
  async ({ run }) => {
    const readings: string[] = [];
    let readingCount = 0;
    for (const subject of subjects) {
      const statements = await recordStatements(async () => run(studio, subject, 1));
      for (const statement of statements) {
        const reading = await readPlan(client, statement);
        if (reading === null) continue;
        readingCount += 1;
        const { rowsRead, rowsShown, most, text } = reading;
        if (rowsRead > 6 * rowsShown + BESIDE)
          readings.push(`${rowsRead} for ${rowsShown}: ${most}\n${text}`);
      }
    }
    expect(readings).toEqual([]);
    expect(readingCount).toBeGreaterThan(0);
  },
  60_000,
);

it.each([...READS_INDEX])(
  'the operation “%s” reads entries of an index, but not the rows that it doesn’t show',
  async (name) => {
    const page = OPERATIONS.find((operation) => operation.name === name);
    const scans: string[] = [];
    for (const subject of subjects)
      for (const statement of await recordStatements(async () => page?.run(studio, subject, 1)))
        scans.push((await readPlan(client, statement))?.most ?? '');
    const large = scans.filter((scan) => Number(/\((\d+)\)$/.exec(scan)?.[1]) > BESIDE);
    expect(large.length).toBeGreaterThan(0);
    expect(large.filter((scan) => !scan.startsWith('Index Only Scan'))).toEqual([]);
  },
);

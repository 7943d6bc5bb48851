import pg from 'pg';
import { stripTables } from './bare-tables.ts';
import { inLanes } from './lanes.ts';
import { amountsFor, stepsFor } from './statements.ts';
import type { FillStep } from './statements.ts';

/** Number of connections that fill tables in parallel, each of which keeps one core of a small machine busy. */
const LANES = 2;

const SETTINGS = [
  `set work_mem = '512MB'`,
  `set maintenance_work_mem = '2GB'`,
  'set jit = off',
  // No parallel workers for a statement, because the other connection already uses the other core.
  `set max_parallel_maintenance_workers = 0`,
  'set statement_timeout = 0',
];

/**
 * Fills a migrated, empty database with test data, unless it is already filled.
 * @throws Error if an earlier attempt didn't finish
 */
export async function fillDatabase(
  databaseUrl: string,
  tasks: number,
  say: (line: string) => void,
): Promise<void> {
  const clients = Array.from({ length: LANES }, () => new pg.Client({ connectionString: databaseUrl }));
  try {
    for (const client of clients) {
      await client.connect();
      for (const setting of SETTINGS) await client.query(setting);
    }
    await fill(clients, tasks, say);
  } finally {
    for (const client of clients) await client.end();
  }
}

async function fill(
  clients: readonly pg.Client[],
  tasks: number,
  say: (line: string) => void,
): Promise<void> {
  const [client] = clients;
  if (client === undefined) return;
  const { rows } = await client.query<{ isBegun: boolean; isFilled: boolean }>(
    `select to_regnamespace('scale') is not null as "isBegun", to_regclass('scale.filled') is not null as "isFilled"`,
  );
  if (rows[0]?.isFilled === true) {
    say('the database is filled already');
    return;
  }
  if (rows[0]?.isBegun === true) throw new Error('It was interrupted: remove the folder, and begin anew');
  const parts = await stripTables(client);
  const [first, ...steps] = stepsFor(amountsFor(tasks));
  for (const statement of first?.statements ?? []) await client.query(statement);
  await inLanes(
    clients,
    steps.map((step) => ({
      name: step.what,
      after: step.after ?? [],
      run: async (lane: pg.Client) => {
        await takeStep(lane, step);
        say(step.what);
      },
    })),
  );
  await inLanes(
    clients,
    parts.byTable.map(({ table, statements }) => ({
      name: table,
      after: [],
      run: async (lane: pg.Client) => {
        for (const statement of statements) await lane.query(statement);
        await lane.query(`vacuum (analyze, index_cleanup off, parallel 0) ${table}`);
        say(`keys, indexes and statistics of ${table}`);
      },
    })),
  );
  for (const statement of parts.references) await client.query(statement);
  await client.query('create table scale.filled ()');
}

/**
 * The tables are truncated in the same transaction, so that with `wal_level = minimal` PostgreSQL writes no log for
 * the rows.
 */
async function takeStep(client: pg.Client, { statements }: FillStep): Promise<void> {
  const tables = new Set(
    statements.flatMap((statement) => /^\s*insert into (\w+)/.exec(statement)?.[1] ?? []),
  );
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(`truncate ${[...tables].join(', ')}`);
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

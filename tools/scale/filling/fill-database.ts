import type pg from 'pg';
import { stripTables } from './bare-tables.ts';
import { amountsFor, stepsFor } from './statements.ts';

/** Fills a migrated, empty database. Does nothing when there are users in it. */
export async function fillDatabase(
  client: pg.ClientBase,
  tasks: number,
  say: (line: string) => void,
): Promise<void> {
  const { rowCount } = await client.query('select 1 from users limit 1');
  if (rowCount !== 0) {
    say('the database is filled already');
    return;
  }
  await client.query(`set work_mem = '256MB'`);
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query('set jit = off');
  await client.query(`set max_parallel_maintenance_workers = 1`);
  const restoreTables = await stripTables(client);
  await client.query('set session_replication_role = replica');
  for (const { what, statements } of stepsFor(amountsFor(tasks))) {
    for (const statement of statements) await client.query(statement);
    say(what);
  }
  await client.query('set session_replication_role = origin');
  await restoreTables(say);
  await client.query('vacuum (analyze)');
  say('statistics');
}

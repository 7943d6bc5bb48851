import { readFileSync } from 'node:fs';
import type pg from 'pg';

/**
 * Processor time in milliseconds that PostgreSQL's processes with open connections have used so far, except the one of
 * this connection. Linux only.
 */
export async function databaseProcessorMs(client: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where pid <> pg_backend_pid()`,
  );
  let nanoseconds = 0;
  for (const { pid } of rows) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}

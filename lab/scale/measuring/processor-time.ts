import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Milliseconds that the database's processes of this database have computed so far, whatever else the machine does. Linux only. */
export async function databaseProcessorMs(client: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where pid <> pg_backend_pid()`,
  );
  let nanoseconds = 0;
  for (const { pid } of rows) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../platform/database/connection.ts';
import { silentLogger } from './silent-logger.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/** Creates a migrated database for a test file, copied from the template of this test run. */
export async function createTestDatabase(poolSize = 20): Promise<TestDatabase> {
  // PostgreSQL copies the template's files, which takes a tenth of the time of its default strategy, which logs each
  // page.
  return create(`template ${inject('database').template} strategy file_copy`, poolSize);
}

export const createEmptyDatabase = (poolSize = 2): Promise<TestDatabase> =>
  create('template template0', poolSize);

async function create(how: string, poolSize: number): Promise<TestDatabase> {
  const { adminUrl } = inject('database');
  const name = `packshot_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `create database ${name} ${how}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = openPool(url.href, poolSize, 'test', silentLogger);
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await asAdmin(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Runs a statement on the database server, one at a time: copying a template fails while another copy is in progress.
 */
async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

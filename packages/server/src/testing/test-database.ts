import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../storage/connection.ts';
import { silentLogger } from './silent-logger.ts';

export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/** A separate, migrated database: a copy of the run's template. */
export async function createTestDatabase(poolSize = 20): Promise<TestDatabase> {
  const { adminUrl, template } = inject('database');
  const name = `packshot_test_${randomBytes(6).toString('hex')}`;
  // Copying files takes a tenth of what PostgreSQL's default takes, which logs each page.
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
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

/** Copying a template fails while another copy is in progress, so copies are serialized. */
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

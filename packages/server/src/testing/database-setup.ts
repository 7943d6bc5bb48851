import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../../../tools/launch/postgres/embedded-postgres.ts';
import { migrateQueue } from '../platform/queue/pg-boss-queue.ts';
import { migrateDatabase } from '../platform/database/migrate-database.ts';
import { silentLogger } from './silent-logger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Database server on which the tests may create databases, and the migrated template that each test file copies.
     */
    database: { readonly adminUrl: string; readonly template: string };
  }
}

/**
 * Migrates one template database, which each test file copies. Uses the server at TEST_DATABASE_URL, or starts the
 * embedded one for this test run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env['TEST_DATABASE_URL'];
  const folder = join(tmpdir(), `packshot-server-tests-${userInfo().uid}-${process.pid}`);
  const own =
    configuredUrl === undefined || configuredUrl === ''
      ? await startEmbeddedPostgres({
          folder,
          durability: 'none',
          maxConnections: 200,
        })
      : null;
  const adminUrl = own?.url ?? configuredUrl ?? '';
  const template = `packshot_template_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${template}`);
  const templateUrl = new URL(adminUrl);
  templateUrl.pathname = `/${template}`;
  await migrateDatabase(templateUrl.href, () => migrateQueue(templateUrl.href, silentLogger));
  project.provide('database', { adminUrl, template });
  return async () => {
    await admin.query(`drop database ${template} with (force)`);
    await admin.end();
    if (own === null) return;
    await own.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../testing/invariants.ts';
import { createEmptyDatabase, createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { createApiCallStore } from '../../api/usage/api-call-store.ts';
import { createExecutor } from '../database/connection.ts';
import { migrateDatabase, readNewestMigration, MIGRATIONS } from '../database/migrate-database.ts';
import { writeArchiveFile } from './archive-file.ts';
import type { BackupManifest } from './archive/manifest.ts';
import { BackUp } from './back-up.ts';
import { restore } from './restore.ts';

const DAY_MS = 24 * 3600 * 1000;
const NO_OBJECTS = {
  async *list() {},
  readStream: () => Promise.reject(new Error('there are none')),
  write: () => Promise.reject(new Error('there are none')),
};

let folder: string;
let file: string;
let manifest: BackupManifest;
const [userId, organizationId, keyId] = [randomUUID(), randomUUID(), randomUUID()];
const calledAt = new Date(Date.now() - 40 * DAY_MS);
const databases: TestDatabase[] = [];

const registerDatabase = async (databasePromise: Promise<TestDatabase>): Promise<TestDatabase> => {
  databases.push(await databasePromise);
  return databasePromise;
};

/** Creates a backup whose database ends with migration 0032, with an old call and a picture that uses storage. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-restore-older-'));
  file = join(folder, 'backup.tar.zst');
  const older = await registerDatabase(createEmptyDatabase());
  const index = MIGRATIONS.findIndex(({ tag }) => tag === '0032_earlier-names');
  await migrateDatabase(older.url, async () => {}, MIGRATIONS[index]?.when);
  const insert = (text: string, ...values: unknown[]) => older.pool.query(`insert into ${text}`, values);
  await insert(`organizations (id, name, subscription_type) values ($1, 'Shop', 'free')`, organizationId);
  await insert('users (id, is_guest) values ($1, true)', userId);
  await insert(
    `uploads (key, user_id, label, size_bytes, policy_expires_at) values ('uploads/a/1', $1, 'photo', 4711, now())`,
    userId,
  );
  await insert(
    `api_keys (id, organization_id, user_id, name, mode, scopes, addresses, secret_hash, secret_start)
     values ($1, $2, $3, 'Shop', 'live', '{}', '{}', 'hash', 'start')`,
    keyId,
    organizationId,
    userId,
  );
  await insert(
    `api_calls (request_id, organization_id, key_id, tool, method, route, status, duration_ms, credits, at)
     values ($1, $2, $3, 'cut-out', 'POST', '/v1/cutouts', 200, 100, 1, $4)`,
    randomUUID(),
    organizationId,
    keyId,
    calledAt,
  );
  const backUp = new BackUp({
    databaseUrl: older.url,
    objects: NO_OBJECTS,
    secretsFolder: join(folder, 'no-secrets'),
    product: '0.1.0',
    createdAt: new Date(),
    keeper: null,
  });
  const archive = { createdAt: new Date(), entries: backUp.entries(), manifest: () => backUp.manifest() };
  manifest = await writeArchiveFile(file, { ...archive, passphrase: null });
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const restoreInto = ({ url }: TestDatabase) =>
  restore({
    archive: { file, passphrase: null },
    manifest,
    databaseUrl: url,
    objects: NO_OBJECTS,
    secretsFolder: join(folder, 'secrets'),
    contents: null,
  });

describe('a backup of an earlier release', () => {
  it.each([
    ['an empty database', createEmptyDatabase],
    ['a database that this release has migrated', createTestDatabase],
  ])('is restored into %s and upgraded with its data', async (_where, create) => {
    const database = await registerDatabase(create(2));
    await restoreInto(database);
    const client = await database.pool.connect();
    expect(await readNewestMigration(client as never)).toBe(manifest.migratedTo);
    client.release();
    await migrateDatabase(database.url, async () => {});

    // The migration computed these totals from the restored rows.
    expect((await database.pool.query('select user_id, bytes from storage_usage')).rows).toEqual([
      { user_id: userId, bytes: '4711' },
    ]);
    const calls = createApiCallStore(createExecutor(database.pool));
    const usage = () =>
      calls.figures({
        organizationId,
        userId: null,
        keyId: null,
        tool: null,
        since: new Date(calledAt.getTime() - DAY_MS),
      });
    const before = await usage();
    expect(before.total).toEqual({ calls: 1, errors: 0, p95Ms: 100, credits: 1 });
    while (await calls.sumUpDay(new Date()));
    expect(await usage()).toEqual(before);
    expect(await brokenInvariants(database.pool)).toEqual([]);
  });

  it('isn’t restored over existing data', async () => {
    const database = await registerDatabase(createTestDatabase(2));
    await database.pool.query('insert into users (id, is_guest) values ($1, true)', [randomUUID()]);
    await expect(restoreInto(database)).rejects.toThrow('users holds rows');
    expect((await database.pool.query('select from users')).rowCount).toBe(1);
  });
});

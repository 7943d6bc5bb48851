import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupManifest } from '../../packages/server/src/platform/backup/archive/manifest.ts';
import { readArchive } from '../../packages/server/src/platform/backup/archive/read-archive.ts';
import { migrateDatabase } from '../../packages/server/src/platform/database/migrate-database.ts';
import { fillDatabase } from '../../packages/server/src/testing/filled-database/fill-database.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { ROOT } from './settings.ts';
import { createPlayground, launch, Launched, signalAll } from './testing/launched.ts';
import type { Playground } from './testing/launched.ts';

const TIMEOUT_MS = 240_000;

let playground: Playground;
let archive: string;
/** Data folder with few rows, for tests that don't depend on the amount. */
let smallFolder: string;

const command = (words: readonly string[], dataFolder = playground.dataFolder): Launched => {
  const env = {
    ...playground.env,
    PACKSHOT_MAINS: join(ROOT, 'packages', 'server', 'src'),
    DATA_DIR: dataFolder,
  };
  const program = join(ROOT, 'tools', 'backup.mjs');
  return new Launched(
    spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
};

/** Creates the database of a data folder with the amount of data after so many generations. */
async function fillFolder(dataFolder: string, generations: number): Promise<void> {
  const database = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres'), durability: 'none' });
  await migrateDatabase(database.url, async () => {});
  await fillDatabase(database.url, generations, () => {});
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Removes references to pictures, because the test has no pictures for these rows.
  await client.query('delete from assets');
  await client.query('update generation_records set is_visible = false');
  await client.end();
  await database.stop();
}

beforeAll(async () => {
  playground = await createPlayground();
  archive = join(playground.folder, 'backup.tar.zst');
  smallFolder = join(playground.folder, 'small');
  // The larger amount includes a run of 8,000 photos.
  await fillFolder(playground.dataFolder, 32_000);
  await fillFolder(smallFolder, 400);
});
afterAll(async () => {
  signalAll(playground.folder, 'SIGKILL');
  await playground.remove();
});

/** Hashes of every part of every table, with the number of rows in the part. */
async function rowsIn(
  file: string,
): Promise<{ readonly manifest: BackupManifest; readonly hashes: unknown }> {
  const hashes = new Map<string, string>();
  const manifest = await readArchive({ file, passphrase: null }, async ({ name }, bytes) => {
    const hash = createHash('sha256');
    for await (const chunk of bytes) hash.update(chunk);
    if (name.startsWith('database/')) hashes.set(name, hash.digest('hex'));
  });
  return { manifest, hashes };
}

describe('npm run backup and npm run restore', () => {
  it(
    'move a data folder with large tables to an empty folder, even after a kill, but never to a non-empty one',
    async () => {
      const backupRun = command(['backup', archive]);
      expect(await backupRun.ended, backupRun.output).toBe(0);
      expect(backupRun.output).not.toContain('Warning');
      const original = await rowsIn(archive);
      const large = original.manifest.tables.filter(({ rows }) => rows >= 7_000);
      expect(large.map(({ name }) => name)).toEqual(expect.arrayContaining(['run_items', 'tasks']));
      for (const { name, partRows } of large) {
        expect(partRows?.length, name).toBeGreaterThanOrEqual(3);
      }
      // Checks that no database process was left running.
      expect(existsSync(join(playground.dataFolder, 'postgres', 'data', 'postmaster.pid'))).toBe(false);

      const over = command(['restore', archive]);
      expect(await over.ended).toBe(1);
      expect(over.output).toContain('is not empty, and nothing in it is replaced');

      // Kills the command with all its child processes, as soon as a database exists.
      const target = join(playground.folder, 'restored');
      const killed = command(['restore', archive], target);
      const marker = join(target, 'restoring.json');
      while (!existsSync(join(target, 'postgres', 'data')) && killed.child.exitCode === null) await sleep(10);
      signalAll(target, 'SIGKILL');
      await killed.ended;
      expect(existsSync(marker)).toBe(true);

      const refused = launch({ ...playground.env, DATA_DIR: target });
      expect(await refused.ended).toBe(1);
      expect(refused.output).toContain('the folder is not complete');

      const again = command(['restore', archive], target);
      expect(await again.ended, again.output).toBe(0);
      expect(existsSync(marker)).toBe(false);
      const copy = join(playground.folder, 'again.tar.zst');
      const copied = command(['backup', copy], target);
      expect(await copied.ended, copied.output).toBe(0);
      expect(await rowsIn(copy)).toMatchObject({
        manifest: { tables: original.manifest.tables },
        hashes: original.hashes,
      });
    },
    TIMEOUT_MS,
  );

  it(
    'verify in a throw-away database that a backup can be restored',
    async () => {
      const place = join(playground.folder, 'place');
      const backupRun = command(['backup', '--incremental', place], smallFolder);
      expect(await backupRun.ended, backupRun.output).toBe(0);
      const verified = command(['backup', '--verify', '--load', place], join(playground.folder, 'nowhere'));
      expect(await verified.ended, verified.output).toBe(0);
      expect(verified.output).toMatch(/every row is whole: 1 backups[^]*Restored into a throw-away database/);
      expect(existsSync(join(playground.folder, 'nowhere'))).toBe(false);
    },
    TIMEOUT_MS,
  );

  it(
    'create the folder for nightly backups, named with or without a final slash',
    async () => {
      const nightly = join(playground.folder, 'nightly');
      for (const place of [`${nightly}/`, nightly, join(playground.folder, 'weekly')]) {
        const backupRun = command(['backup', place], smallFolder);
        expect(await backupRun.ended, backupRun.output).toBe(0);
      }
      expect(await readdir(nightly)).toHaveLength(2);
      expect(await readdir(join(playground.folder, 'weekly'))).toEqual([
        expect.stringMatching(/\.tar\.zst$/),
      ]);
      const file = join(playground.folder, 'no-folder');
      await writeFile(file, '');
      const refused = command(['backup', file], smallFolder);
      expect(await refused.ended).toBe(1);
      expect(refused.output).toContain('is no folder');
      const odd = command(['backup', archive, '--at', 'newest']);
      expect(await odd.ended).toBe(1);
      expect(odd.output).toContain('--at is for verify and restore');
    },
    TIMEOUT_MS,
  );

  it(
    'end with exit code 3 when the store has lost a picture',
    async () => {
      const folder = join(smallFolder, 'postgres');
      const key = 'uploads/lost.jpg';
      const runStatement = async (statement: string) => {
        const database = await startEmbeddedPostgres({ folder, durability: 'none' });
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        const { rowCount } = await client.query(statement, [key]);
        await client.end();
        await database.stop();
        return rowCount;
      };
      const lost = await runStatement(
        `insert into assets (key, user_id, task_id, attempt, state, rendition, content_type, size_bytes, sha256)
         select $1, user_id, id, 1, 'stored', 'full', 'image/jpeg', 1, repeat('0', 64) from tasks limit 1`,
      );
      expect(lost).toBe(1);
      for (const words of [['lossy.tar.zst'], ['lossy', '--incremental']]) {
        const [name = '', ...options] = words;
        const backupRun = command(['backup', join(playground.folder, name), ...options], smallFolder);
        expect(await backupRun.ended, backupRun.output).toBe(3);
        expect(backupRun.output).toContain(key);
      }
      expect(await runStatement('delete from assets where key = $1')).toBe(1);
    },
    TIMEOUT_MS,
  );

  it('change nothing when the archive is damaged or missing', async () => {
    const bytes = await readFile(archive);
    const damaged = join(playground.folder, 'damaged.tar.zst');
    await writeFile(damaged, bytes.subarray(0, -10));
    const target = join(playground.folder, 'untouched');
    for (const file of [damaged, join(playground.folder, 'nothing')]) {
      const refused = command(['restore', file], target);
      expect(await refused.ended).toBe(1);
      expect(refused.output).toMatch(/archive is damaged|ends too early|cannot be read/);
    }
    expect(await readdir(playground.folder)).not.toContain('untouched');
  });
});

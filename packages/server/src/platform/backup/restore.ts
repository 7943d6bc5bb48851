import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { ObjectStore } from '../objects/object-store.ts';
import { migrateDatabase, MIGRATIONS } from '../database/migrate-database.ts';
import { BackupError } from './archive/backup-error.ts';
import { CONTENTS_NAME, OBJECTS_FOLDER, SECRETS_FOLDER } from './archive/manifest.ts';
import type { BackupManifest, CopiedTable } from './archive/manifest.ts';
import { readArchive } from './archive/read-archive.ts';
import type { ArchiveToRead } from './archive/read-archive.ts';
import { beginOlder } from './begin-older.ts';
import { DatabaseLoad } from './database-copy.ts';

export interface RestoreOptions {
  readonly archive: ArchiveToRead;
  /** Manifest from a first reading of the complete archive, because a damaged archive must not be restored. */
  readonly manifest: BackupManifest;
  /** URL of an empty database. */
  readonly databaseUrl: string;
  readonly objects: Pick<ObjectStore, 'write'>;
  /** Folder to which the secrets are written, or null to only read them. */
  readonly secretsFolder: string | null;
  /** Reads the objects of a snapshot and compares each with its hash. Null for an archive that contains its objects. */
  readonly contents: ((list: Uint8Array) => AsyncIterable<RestoredObject>) | null;
  readonly onProgress?: (progress: { readonly objects: number }) => void;
}

export interface RestoredObject {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks that this release can read the backup's database.
 * @throws BackupError if a newer release has migrated it
 */
export function assertNotNewer({ migratedTo, product }: BackupManifest): void {
  if (migratedTo <= (MIGRATIONS.at(-1)?.when ?? 0)) return;
  throw new BackupError(
    `A newer release of Packshot made this backup (${product}); its database has migrations that this release does not know. Restore it with that release or a later one.`,
  );
}

/**
 * Restores a backup into an empty database and object store. The database is filled in one transaction, but files and
 * objects aren't: after an interruption, callers must start over with empty ones.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { archive, manifest, databaseUrl } = options;
  assertNotNewer(manifest);
  await beginOlder(databaseUrl, manifest.migratedTo);
  await migrateDatabase(databaseUrl, async () => {}, manifest.migratedTo);
  const load = await DatabaseLoad.begin(databaseUrl);
  try {
    const tables = new Map(manifest.tables.map((table) => [table.name, table]));
    let objects = 0;
    const again = await readArchive(archive, async (entry, bytes) => {
      if (entry.name.startsWith(OBJECTS_FOLDER)) {
        const key = entry.name.slice(OBJECTS_FOLDER.length);
        await options.objects.write(key, await inMemory(bytes, entry.sizeBytes), {
          contentType: entry.contentType ?? 'application/octet-stream',
        });
        options.onProgress?.({ objects: ++objects });
      } else if (entry.name === CONTENTS_NAME) {
        if (options.contents === null) throw new BackupError('A snapshot is restored from its place alone.');
        for await (const object of options.contents(await inMemory(bytes, entry.sizeBytes))) {
          await options.objects.write(object.key, object.bytes, { contentType: object.contentType });
          options.onProgress?.({ objects: ++objects });
        }
      } else if (entry.name.startsWith(SECRETS_FOLDER)) {
        if (options.secretsFolder === null) return;
        await writeSecret(options.secretsFolder, entry.name.slice(SECRETS_FOLDER.length), bytes);
      } else if (entry.name.startsWith(manifest.database)) {
        await load.add(requireTable(entry.name.slice(manifest.database.length), tables), bytes);
      }
    });
    if (again.hashesSha256 !== manifest.hashesSha256) {
      throw new BackupError('The archive changed while it was being restored.');
    }
    if (objects !== manifest.objects.count) {
      throw new BackupError(
        `${String(objects)} pictures came back; the backup says ${String(manifest.objects.count)}.`,
      );
    }
    await load.commit(manifest.tables);
  } finally {
    await load.close();
  }
}

/** Restores into a temporary empty database, without storing pictures or secrets, and migrates it to this release. */
export async function tryRestore(options: Omit<RestoreOptions, 'objects' | 'secretsFolder'>): Promise<void> {
  await restore({ ...options, objects: { write: async () => undefined }, secretsFolder: null });
  await migrateDatabase(options.databaseUrl, async () => {});
}

function requireTable(part: string, tables: ReadonlyMap<string, CopiedTable>): CopiedTable {
  const table = tables.get(part.split('/')[0] ?? '');
  if (table === undefined) throw new BackupError(`The manifest does not know the table of ${part}.`);
  return table;
}

async function inMemory(bytes: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts, sizeBytes);
}

/**
 * Refuses names that lead outside the folder. The names were already checked while reading the archive; this is the
 * last check.
 */
async function writeSecret(folder: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const path = resolve(folder, name);
  if (!path.startsWith(resolve(folder) + sep)) throw new BackupError(`${name} leads out of the folder.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(join(path), bytes, { mode: 0o600, flag: 'wx', flush: true });
}

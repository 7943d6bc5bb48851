import { createHash } from 'node:crypto';
import { MIGRATIONS, migrateDatabase, NewerDatabaseError } from '../database/migrate-database.ts';
import { BackupError } from './archive/backup-error.ts';
import { copyDatabase, DatabaseLoad, databaseMigration } from './database-copy.ts';
import type { DatabaseCopy } from './database-copy.ts';

export interface MovedDatabase {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies everything except the job queue to another, empty database, and verifies the copy. Used for a new major
 * version of PostgreSQL, which can't read the data of the previous one.
 * @returns null if the database was never migrated, so there is nothing to move
 * @throws BackupError if the rows of a table differ
 */
export async function moveDatabase(fromUrl: string, toUrl: string): Promise<MovedDatabase | null> {
  const migratedTo = await databaseMigration(fromUrl);
  if (migratedTo === 0) return null;
  if (migratedTo > (MIGRATIONS.at(-1)?.when ?? 0)) throw new NewerDatabaseError();
  await migrateDatabase(toUrl, async () => {}, migratedTo);
  const load = await DatabaseLoad.begin(toUrl);
  let source: HashedCopy;
  try {
    source = await hashCopy(fromUrl, (table, bytes) => load.add(table, bytes));
    await load.commit(source.copy.tables);
  } finally {
    await load.close();
  }
  const target = await hashCopy(toUrl);
  for (const { name, rows } of source.copy.tables) {
    if (source.hashes.get(name) !== target.hashes.get(name)) {
      throw new BackupError(`The copy of ${name} (${String(rows)} rows) is not the same as the original.`);
    }
  }
  const rows = source.copy.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: source.copy.tables.length, rows };
}

interface HashedCopy {
  readonly copy: DatabaseCopy;
  /** Hash of each non-empty table's rows, in the order in which they are stored. */
  readonly hashes: ReadonlyMap<string, string>;
}

type PartReader = (
  table: { readonly name: string; readonly columns: readonly string[] },
  bytes: AsyncIterable<Uint8Array>,
) => Promise<void>;

async function hashCopy(databaseUrl: string, onPart: PartReader = async () => {}): Promise<HashedCopy> {
  const parts = copyDatabase(databaseUrl);
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  try {
    for (;;) {
      const { done, value } = await parts.next();
      if (done === true) {
        return {
          copy: value,
          hashes: new Map([...hashes].map(([name, hash]) => [name, hash.digest('hex')])),
        };
      }
      const hash = hashes.get(value.table) ?? createHash('sha256');
      hashes.set(value.table, hash.update(value.bytes));
      await onPart({ name: value.table, columns: value.columns }, once(value.bytes));
    }
  } finally {
    await parts.return?.(undefined as never);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

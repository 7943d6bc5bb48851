import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupError } from './platform/backup/archive/backup-error.ts';
import { moveDatabase } from './platform/backup/move-database.ts';
import { NewerDatabaseError } from './platform/database/migrate-database.ts';

/*
 * Copies a database to a PostgreSQL server of another version, for the launcher
 * (tools/launch/postgres/major-upgrade.ts). The URLs of both databases contain passwords, so they are read from
 * standard input.
 */

const askedSchema = z.object({ from: z.url(), to: z.url() });

try {
  const { from, to } = askedSchema.parse(JSON.parse(await text(process.stdin)));
  const moved = await moveDatabase(from, to);
  process.stdout.write(
    moved === null
      ? 'The database was empty.\n'
      : `${String(moved.rows)} rows in ${String(moved.tables)} tables were copied, read back and compared.\n`,
  );
} catch (error) {
  const isExpected = error instanceof BackupError || error instanceof NewerDatabaseError;
  process.stderr.write(
    `${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}

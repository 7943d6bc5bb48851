import { z } from 'zod';

/** Version of the backup format. Increased when an older release could misread the new format. */
export const BACKUP_VERSION = 2;
/** Format version of an archive that contains its objects. All releases with backups can read it. */
export const WHOLE_VERSION = 1;
/** Name of the first entry, which describes the archive. */
export const HEADER_NAME = 'packshot-backup.json';
/** Name of the last entry but one: the hash of each entry before it, in the format of `sha256sum`. */
export const HASHES_NAME = 'SHA256SUMS';
/** Name of the last entry; without it, a backup is incomplete. */
export const MANIFEST_NAME = 'manifest.json';
export const OBJECTS_FOLDER = 'objects/';
export const SECRETS_FOLDER = 'secrets/';
export const DATABASE_FOLDER = 'database/';
/** Name of the entry that, in a snapshot, refers to the list of objects stored outside the archive. */
export const CONTENTS_NAME = 'contents.json';

const count = z.number().int().nonnegative();

export const headerSchema = z.object({
  format: z.literal('packshot-backup'),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const tableSchema = z.object({
  name: z.string().min(1),
  columns: z.array(z.string().min(1)).min(1),
  rows: count,
  /**
   * Number of rows in each part of the table. Releases before 0.3.0 don't record it, and their parts may end anywhere.
   */
  partRows: z.array(count).optional(),
});
export type CopiedTable = z.infer<typeof tableSchema>;

export const manifestSchema = z.object({
  ...headerSchema.shape,
  product: z.string(),
  postgres: z.string(),
  /** Newest migration of the copied database, in milliseconds since the epoch, as in the migration journal. */
  migratedTo: count,
  /** Folder of the valid database copy; other copies in the archive are older and ignored. */
  database: z.string().regex(/^database\/\d+\/$/),
  tables: z.array(tableSchema),
  objects: z.object({ count, sizeBytes: count }),
  /**
   * Keys of objects that the database references but that were lost before the backup began or removed while it ran.
   */
  missing: z.array(z.string()),
  entries: count,
  /** SHA-256 of the entry SHA256SUMS. */
  hashesSha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

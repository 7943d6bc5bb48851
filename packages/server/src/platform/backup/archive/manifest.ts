import { z } from 'zod';

/** Raised when an older release could misread what a newer one writes. */
export const BACKUP_VERSION = 2;
/** Of an archive that holds its objects, which the first release with backups can read. */
export const WHOLE_VERSION = 1;
/** The first entry: what this is. */
export const HEADER_NAME = 'packshot-backup.json';
/** The last but one: the hash of each entry before it, in the format of `sha256sum`. */
export const HASHES_NAME = 'SHA256SUMS';
/** The last: without it a backup is not complete. */
export const MANIFEST_NAME = 'manifest.json';
export const OBJECTS_FOLDER = 'objects/';
export const SECRETS_FOLDER = 'secrets/';
export const DATABASE_FOLDER = 'database/';
/** Of a snapshot, in place of objects: where the list of them is kept. */
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
  /** Rows of each part. Releases before 0.3.0 don't list them, and their parts may end anywhere. */
  partRows: z.array(count).optional(),
});
export type CopiedTable = z.infer<typeof tableSchema>;

export const manifestSchema = z.object({
  ...headerSchema.shape,
  /** The release that made it. */
  product: z.string(),
  /** Of PostgreSQL, as the server says it. */
  postgres: z.string(),
  /** The newest migration of the copied database: milliseconds since the epoch, as in the journal. */
  migratedTo: count,
  /** The folder of the copy that counts; what the others say is older. */
  database: z.string().regex(/^database\/\d+\/$/),
  tables: z.array(tableSchema),
  objects: z.object({ count, sizeBytes: count }),
  /** Objects that the database names and the store had lost before the backup began, or that were removed while it ran. */
  missing: z.array(z.string()),
  entries: count,
  /** SHA-256 of the entry SHA256SUMS. */
  hashesSha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

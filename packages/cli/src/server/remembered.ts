/** Records the inputs of results that came from servers. The files are signed, so the inputs can't be added to them. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Remembered = ReturnType<typeof rememberedIn>;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Identifies all inputs of a result. */
export const computeFingerprint = (parts: unknown): string => sha256(JSON.stringify(parts));

/** @param folder folder with a record for each result, named by the SHA-256 of the result */
export function rememberedIn(folder: string) {
  const locateRecord = (file: Uint8Array): { readonly folder: string; readonly path: string } => {
    const hash = sha256(file);
    const shelf = join(folder, hash.slice(0, 2));
    return { folder: shelf, path: join(shelf, hash) };
  };
  return {
    /** Checks whether this file was made from the inputs with this fingerprint. */
    belongsTo(file: Uint8Array, fingerprint: string): boolean {
      try {
        return readFileSync(locateRecord(file).path, 'utf8').trim() === fingerprint;
      } catch {
        // The file has no record: another machine made it, or the records were deleted. It must not be replaced.
        return false;
      }
    },
    /** Records a result. Must be called before the file is written, so that every file on the disk has a record. */
    keep(file: Uint8Array, fingerprint: string): void {
      const place = locateRecord(file);
      mkdirSync(place.folder, { recursive: true });
      writeFileSync(place.path, `${fingerprint}\n`);
    },
  };
}

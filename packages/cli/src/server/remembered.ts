/** Records the inputs of results that came from servers, because their signed files can't be changed. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Remembered = ReturnType<typeof rememberedIn>;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Identifies all inputs of a result. */
export const computeFingerprint = (parts: unknown): string => sha256(JSON.stringify(parts));

/** @param folder contains a file for each result, named by the result's SHA-256 */
export function rememberedIn(folder: string) {
  const locateRecord = (file: Uint8Array): { readonly folder: string; readonly path: string } => {
    const hash = sha256(file);
    const shelf = join(folder, hash.slice(0, 2));
    return { folder: shelf, path: join(shelf, hash) };
  };
  return {
    /** Checks whether this file is a result of these inputs. */
    isOf(file: Uint8Array, fingerprint: string): boolean {
      try {
        return readFileSync(locateRecord(file).path, 'utf8').trim() === fingerprint;
      } catch {
        // Another machine made it, or the records were deleted, so it isn't ours to replace.
        return false;
      }
    },
    /** Called before the file is written, so that an existing file is always recorded. */
    keep(file: Uint8Array, fingerprint: string): void {
      const place = locateRecord(file);
      mkdirSync(place.folder, { recursive: true });
      writeFileSync(place.path, `${fingerprint}\n`);
    },
  };
}

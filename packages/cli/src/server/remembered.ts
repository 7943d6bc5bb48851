/** What the results that came from servers were made from: their files are signed, so that nothing can be added to them. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Remembered = ReturnType<typeof rememberedIn>;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Identifies everything that decides a result. */
export const computeFingerprint = (parts: unknown): string => sha256(JSON.stringify(parts));

/** @param folder a file for each result, by the SHA-256 of the result */
export function rememberedIn(folder: string) {
  const locateRecord = (file: Uint8Array): { readonly folder: string; readonly path: string } => {
    const hash = sha256(file);
    const shelf = join(folder, hash.slice(0, 2));
    return { folder: shelf, path: join(shelf, hash) };
  };
  return {
    /** Whether this file is a result of what has this fingerprint. */
    isOf(file: Uint8Array, fingerprint: string): boolean {
      try {
        return readFileSync(locateRecord(file).path, 'utf8').trim() === fingerprint;
      } catch {
        // Another machine made it, or the list was cleared: it stays as it is.
        return false;
      }
    },
    /** Before the file is put in its place: one that is there is always known. */
    keep(file: Uint8Array, fingerprint: string): void {
      const place = locateRecord(file);
      mkdirSync(place.folder, { recursive: true });
      writeFileSync(place.path, `${fingerprint}\n`);
    },
  };
}

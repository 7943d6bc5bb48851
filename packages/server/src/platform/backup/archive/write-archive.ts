import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { TarPackController } from 'modern-tar';
import { BackupError } from './backup-error.ts';
import { HASHES_NAME, MANIFEST_NAME } from './manifest.ts';
import type { BackupManifest } from './manifest.ts';
import { seal } from './sealing.ts';
import { tarHeader } from './tar.ts';
import type { TarEntry } from './tar.ts';
import { withTrailer } from './trailer.ts';

/** An entry with its bytes, exactly `sizeBytes` of them. */
export interface EntryToWrite extends TarEntry {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Manifest fields that the writer doesn't know by itself. */
export type ManifestContent = Omit<BackupManifest, 'entries' | 'hashesSha256'>;

export interface ArchiveToWrite {
  readonly createdAt: Date;
  readonly entries: AsyncIterable<EntryToWrite>;
  /** Called once all entries are written. */
  readonly manifest: () => ManifestContent;
  /** Null for an unencrypted archive, which any tar with zstd opens. */
  readonly passphrase: string | null;
}

/** Pictures are compressed already. For the database, the cheapest level compresses nearly as well as others. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Bytes of the archive, generated while they are read. */
export function archiveBytes(archive: ArchiveToWrite): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker();
  writeEntries(controller, archive).catch((error: unknown) => controller.error(error));
  const source = Readable.fromWeb(readable);
  const compressed = createZstdCompress(COMPRESSION);
  source.once('error', (error) => compressed.destroy(error));
  compressed.once('close', () => source.destroy());
  source.pipe(compressed);
  const bytes = withTrailer(compressed);
  return archive.passphrase === null ? bytes : seal(bytes, archive.passphrase);
}

async function writeEntries(
  tar: TarPackController,
  { createdAt, entries, manifest }: ArchiveToWrite,
): Promise<void> {
  const write = async (entry: EntryToWrite): Promise<string> => {
    const hash = createHash('sha256');
    const writer = tar.add(tarHeader(entry, createdAt)).getWriter();
    let missingBytes = entry.sizeBytes;
    for await (const chunk of entry.bytes) {
      missingBytes -= chunk.byteLength;
      if (missingBytes < 0) break;
      hash.update(chunk);
      await writer.write(chunk);
    }
    if (missingBytes !== 0) throw new BackupError(`${entry.name} changed its size while it was being read.`);
    await writer.close();
    return hash.digest('hex');
  };
  const writeWhole = (name: string, bytes: Buffer): Promise<string> =>
    write({ name, sizeBytes: bytes.byteLength, bytes: [bytes] });
  const lines: string[] = [];
  for await (const entry of entries) lines.push(`${await write(entry)}  ${entry.name}\n`);
  const hashesSha256 = await writeWhole(HASHES_NAME, Buffer.from(lines.join('')));
  const full: BackupManifest = { ...manifest(), entries: lines.length, hashesSha256 };
  await writeWhole(MANIFEST_NAME, Buffer.from(`${JSON.stringify(full, null, 1)}\n`));
  tar.finalize();
}

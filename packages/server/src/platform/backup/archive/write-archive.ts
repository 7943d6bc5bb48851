import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { HASHES_NAME, MANIFEST_NAME } from './manifest.ts';
import type { BackupManifest } from './manifest.ts';
import { seal } from './sealing.ts';
import { TAR_END, tarHeader, tarPadding } from './tar.ts';
import type { TarEntry } from './tar.ts';
import { withTrailer } from './trailer.ts';

/** An archive entry with its bytes, exactly `sizeBytes` of them. */
export interface EntryToWrite extends TarEntry {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Manifest fields that the caller provides; the writer computes the others. */
export type ManifestContent = Omit<BackupManifest, 'entries' | 'hashesSha256'>;

export interface ArchiveToWrite {
  readonly createdAt: Date;
  readonly entries: AsyncIterable<EntryToWrite>;
  /** Returns the manifest's content. Called after the last entry was written. */
  readonly manifest: () => ManifestContent;
  /** Passphrase for encryption. Null for an unencrypted archive, which any tar program with zstd opens. */
  readonly passphrase: string | null;
}

/**
 * A low compression level, because pictures are compressed already and the database compresses nearly as well as at
 * higher levels.
 */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Generates the bytes of the archive while they are read. */
export function archiveBytes(archive: ArchiveToWrite): AsyncIterable<Uint8Array> {
  const source = Readable.from(tarBytes(archive), { objectMode: false, highWaterMark: 1024 * 1024 });
  const compressed = createZstdCompress(COMPRESSION);
  source.once('error', (error) => compressed.destroy(error));
  compressed.once('close', () => source.destroy());
  source.pipe(compressed);
  const bytes = withTrailer(compressed);
  return archive.passphrase === null ? bytes : seal(bytes, archive.passphrase);
}

async function* tarBytes({ createdAt, entries, manifest }: ArchiveToWrite): AsyncGenerator<Uint8Array> {
  const lines: string[] = [];
  for await (const entry of entries) {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    yield tarHeader(entry, createdAt);
    for await (const chunk of entry.bytes) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
    if (sizeBytes !== entry.sizeBytes) {
      throw new BackupError(`${entry.name} changed its size while it was being read.`);
    }
    yield tarPadding(sizeBytes);
    lines.push(`${hash.digest('hex')}  ${entry.name}\n`);
  }
  const hashes = Buffer.from(lines.join(''));
  yield* smallEntry(HASHES_NAME, hashes, createdAt);
  const full: BackupManifest = {
    ...manifest(),
    entries: lines.length,
    hashesSha256: createHash('sha256').update(hashes).digest('hex'),
  };
  yield* smallEntry(MANIFEST_NAME, Buffer.from(`${JSON.stringify(full, null, 1)}\n`), createdAt);
  yield TAR_END;
}

function* smallEntry(name: string, bytes: Buffer, createdAt: Date): Generator<Uint8Array> {
  yield tarHeader({ name, sizeBytes: bytes.byteLength }, createdAt);
  yield bytes;
  yield tarPadding(bytes.byteLength);
}

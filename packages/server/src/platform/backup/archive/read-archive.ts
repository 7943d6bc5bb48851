import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { StreamByteReader } from './byte-reader.ts';
import {
  BACKUP_VERSION,
  DATABASE_FOLDER,
  HASHES_NAME,
  HEADER_NAME,
  headerSchema,
  MANIFEST_NAME,
  manifestSchema,
} from './manifest.ts';
import type { BackupManifest } from './manifest.ts';
import { isSealed, unseal } from './sealing.ts';
import { TableRows } from './table-rows.ts';
import { readTarHeader, TAR_END, tarPadding } from './tar.ts';
import type { TarEntry } from './tar.ts';
import { withoutTrailer } from './trailer.ts';

/** Called for each entry except the header, the hashes and the manifest. The callback may leave the bytes unread. */
type EntryReader = (entry: TarEntry, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

export interface ArchiveToRead {
  readonly file: string;
  readonly passphrase: string | null;
  /** Opens an archive that isn't a local file, starting at its first byte; `file` is then only its display name. */
  readonly open?: () => AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 1024 * 1024;
const FIRST_BYTES = 64;
/** Size limits of entries that are read into memory: headers and manifests, and the list of hashes. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;
const MAX_HASHES_BYTES = 2 * 1024 * 1024 * 1024;
const ZSTD_MAGIC = 0xfd2fb528;

/**
 * Reads a whole archive and compares every entry with its hash, and every table with the number of rows in the
 * manifest. If this throws, the caller has to undo the effects of `onEntry`, because only the end shows whether all
 * bytes are valid.
 * @throws BackupError for an archive that was changed, truncated, or made by a newer release, and for any other file
 */
export async function readArchive(
  archive: ArchiveToRead,
  onEntry: EntryReader = async () => {},
): Promise<BackupManifest> {
  const abandoned = new AbortController();
  const { plain, read } = await plainBytes(archive, abandoned.signal).catch((error: unknown) => {
    abandoned.abort();
    throw error;
  });
  const reader = new StreamByteReader(plain);
  try {
    const manifest = await readEntries(reader, onEntry);
    // Waits for the end of the file, because decompression may end before the trailer was checked.
    await read;
    return manifest;
  } catch (error) {
    // Decompression can detect a changed byte that no other check would notice.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD_')) {
      throw new BackupError(`The archive is damaged (${error.message}).`, { cause: error });
    }
    throw error;
  } finally {
    abandoned.abort();
    await reader.close();
  }
}

interface PlainBytes {
  readonly plain: AsyncIterable<Uint8Array>;
  /** Resolves once the file was read to its end and its trailer matches the bytes. */
  readonly read: Promise<void>;
}

async function plainBytes(
  { file, passphrase, open: openBytes }: ArchiveToRead,
  abandoned: AbortSignal,
): Promise<PlainBytes> {
  const { first, bytes } = await readBeginning((openBytes ?? (() => bytesOfFile(file)))(), abandoned);
  const isEncrypted = isSealed(first);
  if (isEncrypted && passphrase === null) {
    throw new BackupError(`${file} is encrypted: give its passphrase (--passphrase-file).`);
  }
  // An operator who encrypts backups must not accept an unencrypted archive that replaced theirs.
  if (!isEncrypted && passphrase !== null) {
    throw new BackupError(`${file} is not encrypted: leave the passphrase out if it is not meant to be.`);
  }
  if (!isEncrypted && (first.byteLength < 4 || first.readUInt32LE() !== ZSTD_MAGIC)) {
    throw new BackupError(`${file} is not a backup of Packshot.`);
  }
  const compressed: AsyncIterable<Uint8Array> = isEncrypted
    ? unseal(new StreamByteReader(bytes), passphrase ?? '')
    : bytes;
  const plain = createZstdDecompress();
  // The promise's errors are handled later: the reader receives them through `plain`, or through `read` after its last
  // byte.
  const read = pipeline(withoutTrailer(compressed), plain, { signal: abandoned });
  read.catch(() => undefined);
  return { plain, read };
}

async function* bytesOfFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (syscall === undefined) throw cause;
    throw new BackupError(`${file} cannot be read (${code ?? 'unknown'}).`, { cause });
  }
}

/** Reads the first bytes to detect the format, then yields them again with the rest. */
async function readBeginning(
  source: AsyncIterable<Uint8Array>,
  abandoned: AbortSignal,
): Promise<{ readonly first: Buffer; readonly bytes: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  // Closes the source even if the rest is never read.
  abandoned.addEventListener('abort', () => void chunks.return?.());
  let first: Buffer = Buffer.alloc(0);
  while (first.byteLength < FIRST_BYTES) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    first = Buffer.concat([first, value]);
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield first;
    for (;;) {
      const { done, value } = await chunks.next();
      if (done === true) return;
      yield value;
    }
  }
  return { first, bytes: bytes() };
}

async function readEntries(reader: StreamByteReader, onEntry: EntryReader): Promise<BackupManifest> {
  const hashByName = new Map<string, string>();
  const rows = new TableRows();
  let hashes: Buffer | null = null;
  let isFirst = true;
  for (;;) {
    const entry = await readTarHeader(reader);
    if (entry === null) throw new BackupError('The archive is not complete: it has no manifest.');
    if (isFirst && entry.name !== HEADER_NAME) throw new BackupError('This is not a backup of Packshot.');
    if (entry.name === HASHES_NAME) {
      hashes = await wholeEntry(reader, entry, MAX_HASHES_BYTES);
      continue;
    }
    if (entry.name === MANIFEST_NAME) {
      const manifest = parseManifest(await wholeEntry(reader, entry, MAX_JSON_BYTES));
      assertSame(manifest, hashes, hashByName);
      rows.assertMatches(manifest.database, manifest.tables);
      await assertNothingFollows(reader);
      return manifest;
    }
    assertPlainName(entry.name);
    if (hashByName.has(entry.name)) throw new BackupError(`The archive holds ${entry.name} twice.`);
    if (isFirst) {
      const header = await wholeEntry(reader, entry, MAX_JSON_BYTES);
      assertReadable(header);
      hashByName.set(entry.name, createHash('sha256').update(header).digest('hex'));
      isFirst = false;
      continue;
    }
    const hash = createHash('sha256');
    const plain = reader.stream(entry.sizeBytes);
    const bytes = hashFile(
      entry.name.startsWith(DATABASE_FOLDER) ? rows.countRows(entry.name, plain) : plain,
      hash,
    );
    await onEntry(entry, bytes);
    for await (const _rest of bytes);
    await reader.take(tarPadding(entry.sizeBytes).byteLength);
    hashByName.set(entry.name, hash.digest('hex'));
  }
}

/**
 * Hashes the bytes that pass. The iterator has no `return`, so the bytes that a consumer leaves can still be read and
 * hashed afterwards.
 */
function hashFile(
  bytes: AsyncGenerator<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = await bytes.next();
        if (result.done !== true) hash.update(result.value);
        return result;
      },
    }),
  };
}

async function wholeEntry(
  reader: StreamByteReader,
  { name, sizeBytes }: TarEntry,
  limit: number,
): Promise<Buffer> {
  if (sizeBytes > limit) throw new BackupError(`The archive is damaged: ${name} is too large.`);
  const bytes = await reader.take(sizeBytes);
  await reader.take(tarPadding(sizeBytes).byteLength);
  return bytes;
}

/** Rejects entry names that would lead outside the folder into which the archive is unpacked. */
function assertPlainName(name: string): void {
  const segments = name.split('/');
  if (segments.some((segment) => segment === '' || segment.startsWith('.')) || /[\\\0]/.test(name)) {
    throw new BackupError(`The archive holds a name that could lead elsewhere: ${JSON.stringify(name)}`);
  }
}

function assertReadable(bytes: Buffer): void {
  const header = headerSchema.safeParse(parseJson(bytes));
  if (!header.success) throw new BackupError('This is not a backup of Packshot.');
  if (header.data.version > BACKUP_VERSION) {
    throw new BackupError(
      `A newer release of Packshot made this backup (format ${String(header.data.version)}, and this release reads ${String(BACKUP_VERSION)}). Restore it with that release.`,
    );
  }
}

function parseManifest(bytes: Buffer): BackupManifest {
  const manifest = manifestSchema.safeParse(parseJson(bytes));
  if (!manifest.success) throw new BackupError('The archive is damaged: its manifest cannot be read.');
  return manifest.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function assertSame(
  { entries, hashesSha256 }: BackupManifest,
  hashes: Buffer | null,
  hashByName: ReadonlyMap<string, string>,
): void {
  if (hashes === null || createHash('sha256').update(hashes).digest('hex') !== hashesSha256) {
    throw new BackupError('The archive is damaged: its list of hashes is not the one that was written.');
  }
  const lines = hashes.toString('utf8').split('\n').slice(0, -1);
  if (lines.length !== entries || hashByName.size !== entries) {
    throw new BackupError('The archive is damaged: entries are missing or were added.');
  }
  for (const line of lines) {
    const name = line.slice(66);
    if (hashByName.get(name) !== line.slice(0, 64))
      throw new BackupError(`The archive is damaged: ${name} was changed.`);
  }
}

/**
 * Reads to the end of the archive, where compression and encryption have their checksums, and refuses extra entries.
 */
async function assertNothingFollows(reader: StreamByteReader): Promise<void> {
  const end = await reader.take(TAR_END.byteLength);
  if (!end.equals(TAR_END) || !(await reader.isAtEnd())) {
    throw new BackupError('The archive is damaged: it goes on after its manifest.');
  }
}

/** Reads a ZIP incrementally: first its directory, then one file at a time, with a size limit. */
import { t } from '@packshot/contract/text/translation';
import type { CodePage } from '@packshot/contract/text/code-pages';
import { zipNameText, zipNaming } from '@packshot/contract/text/zip-names';
import type { ZipName, ZipReading } from '@packshot/contract/text/zip-names';

type PhotoZipEntry = ReturnType<typeof entryAt>;

/** Thrown if a ZIP or a file in it can't be read; the message is shown to the user. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

const UNREADABLE = t('This file is damaged or isn’t a ZIP.');
const TOO_LARGE = t('This ZIP is larger than 4 GB. Please split it into smaller ones.');
const LOCKED = t('This ZIP is password-protected.');

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Longest comment in bytes that may follow the record at the end of the ZIP. */
const COMMENT_MAX_BYTES = 0xffff;
/** Size limit of the ZIP's directory in bytes; the directory of 10,000 photos takes about 1 MB. */
const LIST_MAX_BYTES = 32 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Flag bit for a file name in UTF-8. */
const UTF8_NAME = 0x800;
const BEYOND_32_BITS = 0xffffffff;
const BEYOND_16_BITS = 0xffff;

/** Information that helps to find the encoding of file names that don't state it. */
export interface NameClues {
  readonly listExpected?: () => Promise<readonly string[]>;
  /** Asks the user to choose if several encodings are similarly likely. */
  readonly choose?: (readings: readonly ZipReading[]) => Promise<CodePage>;
}

/**
 * Opens a ZIP.
 * @returns the files in the ZIP's order, without folders
 * @throws ZipFault
 */
export async function zipEntries(zip: Blob, clues: NameClues = {}): Promise<readonly PhotoZipEntry[]> {
  const { count, offset, sizeBytes } = await findDirectory(zip);
  if (sizeBytes > LIST_MAX_BYTES || offset + sizeBytes > zip.size) throw new ZipFault(UNREADABLE);
  const list = await readView(zip, offset, sizeBytes);
  const names: ZipName[] = [];
  const places: number[] = [];
  for (let at = 0, n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > list.byteLength || list.getUint32(at, true) !== ENTRY_SIGNATURE)
      throw new ZipFault(UNREADABLE);
    const nameBytes = list.getUint16(at + 28, true);
    const extraBytes = list.getUint16(at + 30, true);
    const rest = nameBytes + extraBytes + list.getUint16(at + 32, true);
    if (at + ENTRY_BYTES + rest > list.byteLength) throw new ZipFault(UNREADABLE);
    const start = list.byteOffset + at + ENTRY_BYTES;
    names.push({
      bytes: new Uint8Array(list.buffer, start, nameBytes),
      extra: new Uint8Array(list.buffer, start + nameBytes, extraBytes),
      isUtf8: (list.getUint16(at + 8, true) & UTF8_NAME) !== 0,
    });
    places.push(at);
    at += ENTRY_BYTES + rest;
  }
  const page = await chooseCodePage(names, clues);
  return names
    .map((name, n) => entryAt(zip, list, places[n] ?? 0, zipNameText(name, names, page)))
    .filter(({ path }) => !path.endsWith('/'));
}

async function chooseCodePage(
  names: readonly ZipName[],
  { listExpected: expected, choose }: NameClues,
): Promise<CodePage | undefined> {
  const alone = zipNaming(names);
  if (alone.page === undefined) return undefined;
  const { page, doubtful } = expected === undefined ? alone : zipNaming(names, await expected());
  return doubtful.length > 1 && choose !== undefined ? await choose(doubtful) : page;
}

async function readView(zip: Blob, offset: number, sizeBytes: number): Promise<DataView> {
  return new DataView(await zip.slice(offset, offset + sizeBytes).arrayBuffer());
}

/** Finds the ZIP's directory, from the record at the end of the file. */
async function findDirectory(zip: Blob): Promise<{ count: number; offset: number; sizeBytes: number }> {
  const from = Math.max(0, zip.size - END_BYTES - COMMENT_MAX_BYTES);
  const tail = await readView(zip, from, zip.size - from);
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    const count = tail.getUint16(at + 10, true);
    const [sizeBytes, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    if (offset === BEYOND_32_BITS || count === BEYOND_16_BITS) throw new ZipFault(TOO_LARGE);
    return { count, offset, sizeBytes };
  }
  throw new ZipFault(UNREADABLE);
}

function entryAt(zip: Blob, list: DataView, at: number, path: string) {
  const flags = list.getUint16(at + 8, true);
  const method = list.getUint16(at + 10, true);
  const packedBytes = list.getUint32(at + 20, true);
  const sizeBytes = list.getUint32(at + 24, true);
  const offset = list.getUint32(at + 42, true);
  if ([packedBytes, sizeBytes, offset].includes(BEYOND_32_BITS)) throw new ZipFault(TOO_LARGE);
  return {
    path,
    sizeBytes,
    /** @throws ZipFault if the file is damaged, encrypted, or larger than stated */
    async read(): Promise<Blob> {
      if ((flags & ENCRYPTED) !== 0) throw new ZipFault(LOCKED);
      const local = await readView(zip, offset, LOCAL_BYTES);
      if (local.byteLength < LOCAL_BYTES || local.getUint32(0, true) !== LOCAL_SIGNATURE)
        throw new ZipFault(UNREADABLE);
      const start = offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
      const packed = zip.slice(start, start + packedBytes);
      if (method === STORED) return packed;
      if (method !== DEFLATED) throw new ZipFault(UNREADABLE);
      return inflateFile(packed, sizeBytes);
    },
  };
}

/** Decompresses a file. Aborts when it exceeds the stated size, because a small ZIP can contain a huge file. */
async function inflateFile(packed: Blob, sizeBytes: number): Promise<Blob> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      total += value.byteLength;
      if (total > sizeBytes) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    throw new ZipFault(UNREADABLE);
  }
  if (total !== sizeBytes) throw new ZipFault(UNREADABLE);
  return new Blob(parts);
}

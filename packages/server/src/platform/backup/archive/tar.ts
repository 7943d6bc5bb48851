import { BackupError } from './backup-error.ts';
import type { StreamByteReader } from './byte-reader.ts';

/*
 * Reads and writes the POSIX tar format (ustar, with pax headers for longer values), so that any tar program opens an
 * archive. Supports only plain files: a link could lead outside the target folder.
 */

export interface TarEntry {
  readonly name: string;
  readonly sizeBytes: number;
  /** MIME type, stored in the extended file attribute that desktop systems use for it. */
  readonly contentType?: string;
}

const BLOCK = 512;
const NAME_BYTES = 100;
const FIELD = {
  name: 0,
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  mtime: 136,
  sum: 148,
  type: 156,
  magic: 257,
};
/** Maximum size of an entry; a larger number doesn't fit into the header's eleven octal digits. */
const MAX_SIZE_BYTES = 8 ** 11 - 1;
/** Maximum size of a pax header. Those that we write contain only a name and a type. */
const MAX_PAX_BYTES = 16_384;
const TYPE_ATTRIBUTE = 'SCHILY.xattr.user.mime_type';

/** Builds the header blocks that precede an entry's bytes. */
export function tarHeader({ name, sizeBytes, contentType }: TarEntry, modified: Date): Buffer {
  if (sizeBytes > MAX_SIZE_BYTES) throw new BackupError(`${name} is too large for an archive.`);
  const records: [string, string][] = [];
  if (Buffer.byteLength(name) > NAME_BYTES) records.push(['path', name]);
  if (contentType !== undefined) records.push([TYPE_ATTRIBUTE, contentType]);
  const own = block(name, sizeBytes, '0', modified);
  if (records.length === 0) return own;
  const extra = Buffer.from(records.map(([key, value]) => paxRecord(key, value)).join(''));
  return Buffer.concat([
    block('pax', extra.byteLength, 'x', modified),
    extra,
    tarPadding(extra.byteLength),
    own,
  ]);
}

export const tarPadding = (sizeBytes: number): Buffer => Buffer.alloc((BLOCK - (sizeBytes % BLOCK)) % BLOCK);

/** Two empty blocks, which end a tar archive. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

/**
 * Reads the next entry's header; the entry's bytes and padding follow in the stream. Returns null at the end.
 * @throws BackupError for anything but plain files
 */
export async function readTarHeader(reader: StreamByteReader): Promise<TarEntry | null> {
  let pax = new Map<string, string>();
  for (;;) {
    const header = await reader.take(BLOCK);
    if (header.every((byte) => byte === 0)) return null;
    if (octal(header, FIELD.sum, 8) !== computeChecksum(header))
      throw new BackupError('The archive is damaged.');
    const sizeBytes = octal(header, FIELD.size, 12);
    const type = String.fromCharCode(header[FIELD.type] ?? 0);
    if (type === 'x') {
      if (sizeBytes > MAX_PAX_BYTES) throw new BackupError('The archive is damaged.');
      pax = paxRecords(await reader.take(sizeBytes));
      await reader.take(tarPadding(sizeBytes).byteLength);
      continue;
    }
    const name = pax.get('path') ?? text(header, FIELD.name, NAME_BYTES);
    if (type !== '0') throw new BackupError(`The archive holds something that is no plain file: ${name}`);
    const contentType = pax.get(TYPE_ATTRIBUTE);
    return { name, sizeBytes, ...(contentType !== undefined && { contentType }) };
  }
}

function block(name: string, sizeBytes: number, type: string, modified: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name.slice(0, NAME_BYTES), FIELD.name, NAME_BYTES);
  const put = (at: number, value: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, length, 'latin1');
  put(FIELD.mode, 0o600, 8);
  put(FIELD.uid, 0, 8);
  put(FIELD.gid, 0, 8);
  put(FIELD.size, sizeBytes, 12);
  put(FIELD.mtime, Math.floor(modified.getTime() / 1000), 12);
  header.write(type, FIELD.type, 1, 'latin1');
  header.write('ustar\u{0}00', FIELD.magic, 8, 'latin1');
  header.write(`${computeChecksum(header).toString(8).padStart(6, '0')}\0 `, FIELD.sum, 8, 'latin1');
  return header;
}

/** Computes a header's checksum: the sum of all bytes, with spaces in the checksum field. */
function computeChecksum(header: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) {
    sum += at >= FIELD.sum && at < FIELD.type ? 0x20 : (header[at] ?? 0);
  }
  return sum;
}

const text = (header: Buffer, at: number, length: number): string =>
  header.toString('utf8', at, at + length).split('\0', 1)[0] ?? '';

function octal(header: Buffer, at: number, length: number): number {
  const digits = text(header, at, length).trim();
  if (!/^[0-7]{1,12}$/.test(digits)) throw new BackupError('The archive is damaged.');
  return Number.parseInt(digits, 8);
}

/** Builds a pax record `length key=value\n`, whose length includes its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return `${String(length)} ${key}=${value}\n`;
}

function paxRecords(bytes: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.byteLength;) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString('latin1', at, space));
    if (space < 0 || !Number.isInteger(length) || length < space - at + 3) {
      throw new BackupError('The archive is damaged.');
    }
    const record = bytes.toString('utf8', space + 1, at + length - 1);
    const equals = record.indexOf('=');
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

import { posix } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { TableFault } from '@packshot/contract/catalog/table-fault';

const inflate = promisify(inflateRaw);

/** Limit on parts; a workbook has about twenty. */
const PARTS_MAX = 2_000;

/** A file inside a workbook. */
export interface Part {
  readonly data: Buffer;
  readonly isDeflated: boolean;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_MIN_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;

/**
 * Parts listed in the ZIP's directory, by lower-case names with slashes, because programs differ in both.
 * @throws TableFault
 */
export function partsOf(zip: Buffer): Map<string, Part> {
  try {
    const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'), zip.length - END_MIN_BYTES);
    if (end < 0 || end < zip.length - END_MIN_BYTES - COMMENT_MAX_BYTES)
      throw new TableFault('TABLE_UNREADABLE');
    if (zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new TableFault('TABLE_UNREADABLE');
    const count = zip.readUInt16LE(end + 10);
    if (count > PARTS_MAX) throw new TableFault('TABLE_TOO_LARGE');
    const parts = new Map<string, Part>();
    let at = zip.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) {
      const nameLength = zip.readUInt16LE(at + 28);
      const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
      parts.set(partName(name), partAt(zip, at));
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return parts;
  } catch (error) {
    // Offsets outside the file mean that the ZIP is invalid.
    throw error instanceof TableFault ? error : new TableFault('TABLE_UNREADABLE');
  }
}

function partAt(zip: Buffer, at: number): Part {
  const [isEncrypted, method] = [(zip.readUInt16LE(at + 8) & 1) === 1, zip.readUInt16LE(at + 10)];
  const local = zip.readUInt32LE(at + 42);
  const isKnown = zip.readUInt32LE(at) === DIRECTORY_ENTRY && zip.readUInt32LE(local) === LOCAL_HEADER;
  if (!isKnown || isEncrypted || (method !== 0 && method !== 8)) throw new TableFault('TABLE_UNREADABLE');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return { data: zip.subarray(start, start + zip.readUInt32LE(at + 20)), isDeflated: method === 8 };
}

/** @throws TableFault for data that is larger or damaged */
export async function unpack({ data, isDeflated }: Part, maxOutputLength: number): Promise<Buffer> {
  if (!isDeflated) {
    if (data.byteLength > maxOutputLength) throw new TableFault('TABLE_TOO_LARGE');
    return data;
  }
  try {
    return await inflate(data, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new TableFault(isLarge ? 'TABLE_TOO_LARGE' : 'TABLE_UNREADABLE');
  }
}

export const partName = (path: string): string =>
  posix.normalize(path.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase();

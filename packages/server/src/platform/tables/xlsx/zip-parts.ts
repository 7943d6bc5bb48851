import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

/** Limit on parts; a workbook has about twenty. */
const PARTS_MAX = 2_000;
/** Size of the record at the end, whose last field is the length of a comment. */
const END_BYTES = 22;

/** A file inside a workbook. */
export interface WorkbookPart {
  readonly zip: ZipFile;
  readonly entry: Entry;
}

/**
 * Parts listed in the ZIP's directory, by lower-case names with slashes, because programs differ in both.
 * @throws TableFault
 */
export async function listZipParts(bytes: Buffer): Promise<Map<string, WorkbookPart>> {
  try {
    // Names are only compared, so none is refused.
    const zip = await fromBufferPromise(withoutTail(bytes), { decodeStrings: false });
    if (zip.entryCount > PARTS_MAX) throw new TableFault('TABLE_TOO_LARGE');
    const parts = new Map<string, WorkbookPart>();
    for await (const entry of zip.eachEntry())
      parts.set(partName(entry.fileNameRaw.toString()), { zip, entry });
    return parts;
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault('TABLE_UNREADABLE');
  }
}

/** Removes bytes behind the ZIP, such as the line break of a script: yauzl refuses them. */
function withoutTail(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\u0005\u0006');
  return end === -1 ? zip : zip.subarray(0, end + END_BYTES + zip.readUInt16LE(end + END_BYTES - 2));
}

/** @throws TableFault for data that is larger or damaged */
export async function unpack({ zip, entry }: WorkbookPart, maxBytes: number): Promise<Buffer> {
  // yauzl refuses a part that is larger than its ZIP says.
  if (entry.uncompressedSize > maxBytes) throw new TableFault('TABLE_TOO_LARGE');
  try {
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch {
    throw new TableFault('TABLE_UNREADABLE');
  }
}

export const partName = (path: string): string =>
  posix.normalize(path.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase();

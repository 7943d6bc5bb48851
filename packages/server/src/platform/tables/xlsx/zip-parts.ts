import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

/** Maximum number of files in a workbook's ZIP; a workbook has about twenty. */
const PARTS_MAX = 2_000;
/** Size of the record at the end of a ZIP; its last field is the length of a comment. */
const END_BYTES = 22;

export interface WorkbookPart {
  readonly zip: ZipFile;
  readonly entry: Entry;
}

/**
 * Lists the files in the ZIP's directory. Names are converted to lower case and forward slashes, because programs
 * write them differently.
 * @throws TableFault
 */
export async function listZipParts(bytes: Buffer): Promise<Map<string, WorkbookPart>> {
  try {
    // The ZIP library doesn't validate names, because we only compare them.
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

/** Removes bytes after the end of the ZIP, such as a line break added by a script, because yauzl refuses them. */
function withoutTail(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\u0005\u0006');
  return end === -1 ? zip : zip.subarray(0, end + END_BYTES + zip.readUInt16LE(end + END_BYTES - 2));
}

/**
 * Unpacks a file of the workbook.
 * @throws TableFault if the file is damaged or larger than `maxBytes`
 */
export async function unpack({ zip, entry }: WorkbookPart, maxBytes: number): Promise<Buffer> {
  // This check is sufficient, because yauzl refuses a file that is larger than its ZIP entry says.
  if (entry.uncompressedSize > maxBytes) throw new TableFault('TABLE_TOO_LARGE');
  try {
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch {
    throw new TableFault('TABLE_UNREADABLE');
  }
}

export const partName = (path: string): string =>
  posix.normalize(path.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase();

import { BackupError } from './backup-error.ts';
import type { CopiedTable } from './manifest.ts';

/*
 * Splits and counts rows in PostgreSQL's text format of COPY: a raw line feed ends a row and a raw tab separates two
 * fields. Both are escaped inside values, so these bytes always have this meaning.
 */

const LINE_FEED = 10;
const TAB = 9;

/**
 * Joins chunks of a COPY stream into parts. Each part ends with the row with which it reaches `partBytes`, so that the
 * same rows always yield the same parts.
 */
export async function* cutAtRows(
  chunks: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    const rowEnd = () => rest.indexOf(LINE_FEED, Math.max(0, partBytes - pendingBytes - 1)) + 1;
    for (let end = rowEnd(); end > 0; end = rowEnd()) {
      yield Buffer.concat([...pending, rest.subarray(0, end)]);
      pending = [];
      pendingBytes = 0;
      rest = rest.subarray(end);
    }
    if (rest.byteLength > 0) pending.push(rest);
    pendingBytes += rest.byteLength;
  }
  if (pendingBytes > 0) yield Buffer.concat(pending, pendingBytes);
}

/** Number of rows that end in these bytes. */
export function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) rows += 1;
  return rows;
}

interface TableTally {
  /** Number of rows that end in each part. */
  readonly partRows: number[];
  /** Number of the first part that ends in the middle of a row, or null. */
  cutPart: number | null;
  isMidRow: boolean;
  /** Number of fields so far in the current row, and the minimum and maximum of all rows before it. */
  fields: number;
  minFields: number;
  maxFields: number;
}

/** Counts rows and fields while an archive is read, and compares them with its manifest. */
export class TableRows {
  readonly #tallies = new Map<string, TableTally>();

  /**
   * Counts the rows of one part while passing its bytes on.
   * @param entryName `database/<copy>/<table>/<number>.copy`
   */
  async *countRows(entryName: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const [folder, part] = splitName(entryName);
    const tally = this.#tallies.get(folder) ?? newTally();
    this.#tallies.set(folder, tally);
    if (part !== tally.partRows.length) {
      throw new BackupError(`The archive is damaged: ${entryName} isn't where it belongs.`);
    }
    let rows = 0;
    for await (const chunk of bytes) {
      rows += count(tally, chunk);
      yield chunk;
    }
    tally.partRows.push(rows);
    if (tally.isMidRow) tally.cutPart ??= part;
  }

  /**
   * Compares the counted rows with the manifest.
   * @param databaseFolder folder of the valid database copy, with a trailing slash
   * @throws BackupError if the parts of a table don't match the rows in the manifest
   */
  assertMatches(databaseFolder: string, tables: readonly CopiedTable[]): void {
    const listed = new Set(tables.map(({ name }) => `${databaseFolder}${name}`));
    for (const folder of this.#tallies.keys()) {
      if (folder.startsWith(databaseFolder) && !listed.has(folder)) {
        throw new BackupError(`The backup can't be restored: its manifest doesn't list ${folder}.`);
      }
    }
    for (const table of tables) {
      const fault = findFault(table, this.#tallies.get(`${databaseFolder}${table.name}`) ?? newTally());
      if (fault !== null) throw new BackupError(`The backup can't be restored: ${table.name} ${fault}.`);
    }
  }
}

const newTally = (): TableTally => ({
  partRows: [],
  cutPart: null,
  isMidRow: false,
  fields: 1,
  minFields: Infinity,
  maxFields: 0,
});

function splitName(entryName: string): readonly [string, number] {
  const slash = entryName.lastIndexOf('/');
  const number = /^(\d{8,})\.copy$/.exec(entryName.slice(slash + 1))?.[1];
  if (number === undefined)
    throw new BackupError(`The archive is damaged: ${entryName} isn't a part of a table.`);
  return [entryName.slice(0, slash), Number(number)];
}

/**
 * Counts rows and fields in a chunk.
 * @returns the number of rows that end in the chunk
 */
function count(tally: TableTally, chunk: Uint8Array): number {
  let { fields } = tally;
  let rows = 0;
  for (const byte of chunk) {
    if (byte === TAB) fields += 1;
    else if (byte === LINE_FEED) {
      rows += 1;
      tally.minFields = Math.min(tally.minFields, fields);
      tally.maxFields = Math.max(tally.maxFields, fields);
      fields = 1;
    }
  }
  tally.fields = fields;
  if (chunk.byteLength > 0) tally.isMidRow = chunk.at(-1) !== LINE_FEED;
  return rows;
}

/**
 * Describes how a table differs from the manifest, or returns null. Releases before 0.3.0 cut parts anywhere and
 * didn't record their rows; only the joined parts form whole rows.
 */
function findFault({ columns, rows, partRows }: CopiedTable, tally: TableTally): string | null {
  if (tally.isMidRow) return 'ends in the middle of a row';
  const countedRows = tally.partRows.reduce((sum, each) => sum + each, 0);
  if (countedRows !== rows) return `has ${String(countedRows)} rows instead of ${String(rows)}`;
  if (rows > 0 && (tally.minFields !== columns.length || tally.maxFields !== columns.length)) {
    return `has rows of ${String(tally.minFields)} to ${String(tally.maxFields)} fields instead of ${String(columns.length)}`;
  }
  if (partRows === undefined) return null;
  if (tally.cutPart !== null)
    return `has a part that ends in the middle of a row (part ${String(tally.cutPart)})`;
  return partRows.join() === tally.partRows.join()
    ? null
    : 'has parts with other rows than the manifest lists';
}

import { posix } from 'node:path';
import { MAX_TABLE_COLUMNS, withText } from '@packshot/contract/catalog/csv';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import type { Table } from '@packshot/contract/catalog/csv';
import { formatsIn, numberText } from './cell-formats.ts';
import type { CellFormat } from './cell-formats.ts';
import { fillMerged, mergedCell } from './merged-cells.ts';
import type { MergedCell } from './merged-cells.ts';
import { attribute, iterateTags } from './xml-tags.ts';
import { partName, listZipParts, unpack } from './zip-parts.ts';

/**
 * Maximum number of unpacked bytes of a workbook, four times as many as 10,000 rows of 20 columns need; stops ZIP
 * bombs.
 */
const UNPACKED_MAX_BYTES = 24 * 1024 * 1024;

/**
 * Maximum total length of all cells. Many cells may refer to one shared text, so the total can far exceed the file's
 * size.
 */
const CELLS_MAX_LENGTH = UNPACKED_MAX_BYTES;

/**
 * Reads the cells of a workbook's first visible sheet, or else of its first hidden one, as text: dates in ISO 8601,
 * article numbers with their leading zeros, prices with their trailing zeros. The value of a cell merged over several
 * rows appears in each of them. Unpacks only the necessary files, in limited memory. Skips empty rows.
 * @throws TableFault
 */
export async function readXlsx(bytes: Uint8Array, maxRows: number): Promise<Table> {
  const parts = await listZipParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let remainingBytes = UNPACKED_MAX_BYTES;
  const read = async (path: string): Promise<string | null> => {
    const part = parts.get(partName(path));
    if (part === undefined) return null;
    const unpacked = await unpack(part, remainingBytes);
    remainingBytes -= unpacked.byteLength;
    return decodeText(unpacked);
  };
  const root = relationsIn('', (await read('_rels/.rels')) ?? '');
  const workbookPath = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const { dir, base } = posix.parse(workbookPath);
  const relations = relationsIn(dir, (await read(posix.join(dir, '_rels', `${base}.rels`))) ?? '');
  const findPartPath = (kind: string, name: string): string =>
    relations.find(({ type }) => type === kind)?.path ?? posix.join(dir, name);
  const workbook = workbookIn((await read(workbookPath)) ?? '');
  const sheetPath = relations.find(({ id }) => id === workbook.sheet)?.path;
  const sheet = await read(sheetPath ?? posix.join(dir, 'worksheets/sheet1.xml'));
  if (sheet === null) throw new TableFault('TABLE_UNREADABLE');
  const cells: WorkbookCells = {
    strings: stringsIn((await read(findPartPath('sharedStrings', 'sharedStrings.xml'))) ?? ''),
    formats: formatsIn((await read(findPartPath('styles', 'styles.xml'))) ?? ''),
    epoch: workbook.epoch,
  };
  return rowsIn(sheet, cells, maxRows);
}

/** Decodes an XML file, which is UTF-8 unless its first bytes say otherwise. */
function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}

interface Relation {
  readonly id: string;
  /** Last path segment of the relation's type; the rest differs between editions of the XLSX format. */
  readonly type: string;
  readonly path: string;
}

/**
 * Reads the relations of a file inside the workbook.
 * @param folder folder of that file
 */
function relationsIn(folder: string, xml: string): readonly Relation[] {
  const relations: Relation[] = [];
  for (const tag of iterateTags(xml)) {
    if (tag.name !== 'Relationship') continue;
    const target = attribute(tag, 'Target') ?? '';
    relations.push({
      id: attribute(tag, 'Id') ?? '',
      type: (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? '',
      path: target.startsWith('/') ? target : posix.join(folder, target),
    });
  }
  return relations;
}

/** Finds the first visible sheet of a workbook, or else the first hidden one, and the epoch of its dates. */
function workbookIn(xml: string): { readonly sheet: string | undefined; readonly epoch: 1900 | 1904 } {
  let epoch: 1900 | 1904 = 1900;
  let [sheet, hidden]: (string | undefined)[] = [undefined, undefined];
  for (const tag of iterateTags(xml)) {
    if (tag.name === 'workbookPr' && /^(?:1|true)$/.test(attribute(tag, 'date1904') ?? '')) epoch = 1904;
    if (tag.name !== 'sheet' || tag.kind === 'close') continue;
    if (attribute(tag, 'state')?.toLowerCase().endsWith('hidden') === true) hidden ??= attribute(tag, 'id');
    else sheet ??= attribute(tag, 'id');
  }
  return { sheet: sheet ?? hidden, epoch };
}

/** Reads the shared texts to which cells refer by number. Skips phonetic readings (of Japanese texts). */
function stringsIn(xml: string): readonly string[] {
  const strings: string[] = [];
  let [text, isAloud] = ['', false];
  for (const tag of iterateTags(xml)) {
    if (tag.name === 'rPh') isAloud = tag.kind === 'open';
    else if (tag.name === 't' && tag.kind === 'open' && !isAloud) text = withText(text, tag.text);
    else if (tag.name === 'si' && tag.kind !== 'open') {
      strings.push(unescapeXml(text));
      text = '';
    }
  }
  return strings;
}

interface WorkbookCells {
  readonly strings: readonly string[];
  readonly formats: readonly CellFormat[];
  readonly epoch: 1900 | 1904;
}

function rowsIn(xml: string, cells: WorkbookCells, maxRows: number): string[][] {
  const rows: string[][] = [];
  const numbers: number[] = [];
  const merged: MergedCell[] = [];
  let [row, number, length]: [string[], number, number] = [[], 0, 0];
  let [column, type, style, value, isAloud] = [-1, '', -1, '', false];
  const endCell = (): void => {
    if (value !== '') {
      while (row.length < column) row.push('');
      const text = cellText(type, value, style, cells);
      row[column] = text;
      length += text.length;
      if (length > CELLS_MAX_LENGTH) throw new TableFault('TABLE_TOO_LARGE');
    }
    value = '';
  };
  for (const tag of iterateTags(xml)) {
    if (tag.name === 'c' && tag.kind === 'open') {
      column = parseColumn(attribute(tag, 'r')) ?? column + 1;
      if (column >= MAX_TABLE_COLUMNS) throw new TableFault('TABLE_TOO_LARGE');
      type = attribute(tag, 't') ?? 'n';
      style = Number(attribute(tag, 's') ?? -1);
    } else if (tag.name === 'c' && tag.kind === 'empty')
      column = parseColumn(attribute(tag, 'r')) ?? column + 1;
    else if (tag.name === 'rPh') isAloud = tag.kind === 'open';
    else if ((tag.name === 'v' || tag.name === 't') && tag.kind === 'open' && !isAloud)
      value = withText(value, tag.text);
    else if (tag.name === 'c') endCell();
    else if (tag.name === 'row' && tag.kind === 'open') {
      [row, column] = [[], -1];
      number = Number(attribute(tag, 'r') ?? number + 1);
    } else if (tag.name === 'row' && tag.kind === 'close') {
      if (row.some((cell) => cell.trim() !== '')) {
        rows.push(row);
        numbers.push(number);
      }
      row = [];
      if (rows.length > maxRows) throw new TableFault('TABLE_TOO_LARGE');
    } else if (tag.name === 'mergeCell') {
      const cell = mergedCell(tag, parseColumn);
      if (cell !== undefined) merged.push(cell);
    }
  }
  fillMerged(rows, numbers, merged, CELLS_MAX_LENGTH - length);
  return rows;
}

/** Column number, starting at 0, of a cell reference such as `AB12`. */
function parseColumn(cell: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(
  type: string,
  value: string,
  style: number,
  { strings, formats, epoch }: WorkbookCells,
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  if (type === 'd') return value.replace(/T00:00:00(?:\.0{1,9})?Z?$/, '').replace('T', ' ');
  if (type === 'n') return numberText(value, formats[style] ?? null, epoch);
  return unescapeXml(value);
}

/** Decodes the escape sequences for characters that XML can't contain. */
const unescapeXml = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_whole, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );

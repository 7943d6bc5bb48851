import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { MAX_TABLE_COLUMNS, TableFault } from '@packshot/contract/catalog/csv';
import type { ReadWorkbook } from '../domain/ports/workbook-reader.ts';

const inflate = promisify(inflateRaw);

/** All that is unpacked of a workbook: 10,000 rows of 20 columns take a quarter of it, and a bomb no more. */
const UNPACKED_MAX_BYTES = 24 * 1024 * 1024;
/** A workbook has some twenty parts. */
const PARTS_MAX = 2_000;
const FIRST_SHEET = 'xl/worksheets/sheet1.xml';

/**
 * The cells of a workbook's first sheet, as text: what is shown of numbers and dates is not known, so they are as they are stored. Only the
 * parts that are needed are unpacked, in bounded memory; no entity but the five of XML means anything. Empty rows are left out.
 * @throws TableFault
 */
export const readXlsx: ReadWorkbook = async (bytes, maxRows) => {
  const parts = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let left = UNPACKED_MAX_BYTES;
  const read = async (name: string): Promise<string | null> => {
    const part = parts.get(name);
    if (part === undefined) return null;
    const unpacked = await unpack(part, left);
    left -= unpacked.byteLength;
    return unpacked.toString('utf8');
  };
  const sheet = await read(
    firstSheet(await read('xl/workbook.xml'), await read('xl/_rels/workbook.xml.rels')),
  );
  if (sheet === null) throw new TableFault('TABLE_UNREADABLE');
  const shared = stringsIn((await read('xl/sharedStrings.xml')) ?? '');
  return rowsIn(sheet, shared, maxRows);
};

interface Part {
  readonly data: Buffer;
  readonly isDeflated: boolean;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_MIN_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;

/** What the ZIP’s directory lists. */
function partsOf(zip: Buffer): Map<string, Part> {
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
      parts.set(name, partAt(zip, at));
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
    return parts;
  } catch (error) {
    // What lies outside of the file is no ZIP of ours.
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

async function unpack({ data, isDeflated }: Part, maxOutputLength: number): Promise<Buffer> {
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

interface Tag {
  /** Without a prefix. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: string;
  /** What stands between it and the next tag, as it is written. */
  readonly text: string;
}

function* tagsOf(xml: string): Generator<Tag> {
  for (let at = xml.indexOf('<'); at !== -1;) {
    const end = xml.indexOf('>', at);
    if (end === -1) return;
    const next = xml.indexOf('<', end);
    const inside = xml.slice(at + 1, end);
    const isClosing = inside.startsWith('/');
    const space = inside.search(/[\s/]/);
    const whole = isClosing ? inside.slice(1) : space === -1 ? inside : inside.slice(0, space);
    yield {
      name: whole.slice(whole.indexOf(':') + 1).trim(),
      kind: isClosing ? 'close' : inside.endsWith('/') ? 'empty' : 'open',
      attributes: isClosing || space === -1 ? '' : inside.slice(space),
      text: next === -1 ? '' : xml.slice(end + 1, next),
    };
    at = next;
  }
}

function attribute({ attributes }: Tag, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`);
  if (at === -1) return undefined;
  const start = at + name.length + 3;
  return attributes.slice(start, attributes.indexOf('"', start));
}

/** The path of the sheet that comes first. */
function firstSheet(workbook: string | null, relations: string | null): string {
  const sheet = [...tagsOf(workbook ?? '')].find(({ name }) => name === 'sheet');
  const id = sheet && attribute(sheet, 'r:id');
  const relation = [...tagsOf(relations ?? '')].find(
    (tag) => tag.name === 'Relationship' && id !== undefined && attribute(tag, 'Id') === id,
  );
  const target = relation && attribute(relation, 'Target');
  if (target === undefined) return FIRST_SHEET;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    const point = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
  });

/** Texts that cells refer to by number. How they are read aloud is left out. */
function stringsIn(xml: string): readonly string[] {
  const strings: string[] = [];
  let [text, isAloud] = ['', false];
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'rPh') isAloud = tag.kind === 'open';
    else if (tag.name === 't' && tag.kind === 'open' && !isAloud) text += decoded(tag.text);
    else if (tag.name === 'si' && tag.kind !== 'open') {
      strings.push(text);
      text = '';
    }
  }
  return strings;
}

function rowsIn(xml: string, shared: readonly string[], maxRows: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let [column, type, value] = [-1, '', ''];
  const endCell = (): void => {
    if (value !== '') {
      while (row.length < column) row.push('');
      row[column] = textOf(type, value, shared);
    }
    value = '';
  };
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'c' && tag.kind === 'open') {
      column = columnOf(attribute(tag, 'r')) ?? column + 1;
      if (column >= MAX_TABLE_COLUMNS) throw new TableFault('TABLE_TOO_LARGE');
      type = attribute(tag, 't') ?? 'n';
    } else if (tag.name === 'c' && tag.kind === 'empty') column = columnOf(attribute(tag, 'r')) ?? column + 1;
    else if ((tag.name === 'v' || tag.name === 't') && tag.kind === 'open') value += decoded(tag.text);
    else if (tag.name === 'c') endCell();
    else if (tag.name === 'row' && tag.kind === 'open') [row, column] = [[], -1];
    else if (tag.name === 'row' && tag.kind === 'close' && row.some((cell) => cell.trim() !== '')) {
      rows.push(row);
      if (rows.length > maxRows) throw new TableFault('TABLE_TOO_LARGE');
    }
  }
  return rows;
}

/** The number of a column, from 0, of a cell that is called `AB12`. */
function columnOf(cell: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(type: string, value: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e') return '';
  // A long article number may be stored as 4.006381333931E+12.
  if (type === 'n' && /e/i.test(value) && Number.isSafeInteger(Number(value))) return String(Number(value));
  return value;
}

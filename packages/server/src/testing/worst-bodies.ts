/** Request bodies that take a server as much time and memory as possible for their size. */
import { createZip } from './build-zip.ts';

export interface WorstBody {
  readonly name: string;
  readonly type: string;
  readonly bytes: () => Buffer;
}

const MB = 1_000_000;
const BOUNDARY = 'the-boundary';

const json = (name: string, text: () => string): WorstBody => ({
  name: `JSON: ${name}`,
  type: 'application/json',
  bytes: () => Buffer.from(text()),
});
const csv = (name: string, bytes: () => Buffer): WorstBody => ({
  name: `CSV: ${name}`,
  type: 'text/csv',
  bytes,
});
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xlsx = (name: string, sheet: () => string, strings: () => string = () => ''): WorstBody => ({
  name: `XLSX: ${name}`,
  type: XLSX,
  bytes: () =>
    createZip({
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet()}</worksheet>`,
      'xl/sharedStrings.xml': `<sst>${strings()}</sst>`,
    }),
});
const form = (name: string, bytes: () => Buffer): WorstBody => ({
  name: `form: ${name}`,
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  bytes,
});
const partHead = (name: string, more = ''): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
const encodeForm = (parts: readonly (readonly [string, string, Buffer])[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, more, bytes]) => [
      Buffer.from(partHead(name, more)),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
const file = (field: string, bytes: Buffer): Buffer => encodeForm([[field, '; filename="a.png"', bytes]]);

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d4948445200000064000000640806000000', 'hex');
const JPEG_START = Buffer.from('ffd8', 'hex');
const PICTURE_BYTES = 25 * MB;
const fillBody = (start: Buffer, unit: Buffer): Buffer =>
  Buffer.concat([start, Buffer.alloc(PICTURE_BYTES - start.byteLength, unit)]);
const pictures: readonly (readonly [string, () => Buffer])[] = [
  ['zeros', () => Buffer.alloc(PICTURE_BYTES)],
  ['line ends', () => Buffer.alloc(PICTURE_BYTES, '\r\n')],
  ['starts of boundaries', () => Buffer.alloc(PICTURE_BYTES, '\r\n--the-boundar')],
  [
    'a PNG of empty chunks',
    () => fillBody(PNG_START.subarray(0, 12), Buffer.from('000000007445587400000000', 'hex')),
  ],
  ['a JPEG of empty segments', () => fillBody(JPEG_START, Buffer.from('ffee0002', 'hex'))],
  ['a JPEG of fill bytes', () => fillBody(JPEG_START, Buffer.from('ff', 'hex'))],
  ['a HEIC of empty boxes', () => fillBody(Buffer.from('000000186674797068656963', 'hex'), FREE_BOX)],
  ['a HEIC of properties', () => heifOfProperties('heic', FREE_BOX)],
  ['an AVIF of turns', () => heifOfProperties('avif', Buffer.from('0000000969726f7401', 'hex'))],
];

const FREE_BOX = Buffer.from('0000000866726565', 'hex');

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.byteLength);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Builds a HEIF picture of one item. The file is filled with properties that the item doesn't use. */
function heifOfProperties(brand: string, property: Buffer): Buffer {
  const ipco = box('ipco', Buffer.alloc(PICTURE_BYTES - 1_000, property));
  const ipma = box('ipma', Buffer.from('0000000000000001000101ff', 'hex'));
  const meta = box(
    'meta',
    Buffer.alloc(4),
    box('pitm', Buffer.from('000000000001', 'hex')),
    box('iprp', ipco, ipma),
  );
  return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')), meta]);
}

const row = (cells: string): string => `<row>${cells}</row>`;
const text = (content: string): string => row(`<c t="str"><v>${content}</v></c>`);

export const WORST_TABLES: readonly WorstBody[] = [
  xlsx('one cell of entities', () => text('&amp;'.repeat(4 * MB))),
  xlsx('one cell of numbered characters', () => text('&#x41;'.repeat(4 * MB))),
  xlsx('one cell of comments', () => text('a<!---->'.repeat(3 * MB))),
  xlsx(
    'a shared text of escapes',
    () => row('<c t="s"><v>0</v></c>'),
    () => `<si><t>${'_x0041_'.repeat(3 * MB)}</t></si>`,
  ),
  xlsx(
    '1.2 million shared texts',
    () => row('<c t="s"><v>0</v></c>'),
    () => '<si><t>a</t></si>'.repeat(1.2 * MB),
  ),
  xlsx('24 MB of cells', () => row('<c><v>1</v></c>'.repeat(90)).repeat(10_000)),
  xlsx('700,000 merges', () => `${text('a')}${'<mergeCell ref="A1:A9999"/>'.repeat(0.7 * MB)}`),
  xlsx('rows that never end', () => '<row>'.repeat(4 * MB)),
  xlsx('a tag of attributes', () => `<row><c${' a="1"'.repeat(3 * MB)}><v>1</v></c></row>`),
  xlsx('a number of a million digits', () => row(`<c><v>${'1'.repeat(20 * MB)}</v></c>`)),
  csv('quotes', () => Buffer.alloc(8 * MB, '"')),
  csv('pairs of quotes in quotes', () =>
    Buffer.concat([Buffer.from('"'), Buffer.alloc(7 * MB, '""'), Buffer.from('"')]),
  ),
  csv('carriage returns', () => Buffer.alloc(8 * MB, '\r')),
  csv('separators', () => Buffer.alloc(8 * MB, ',')),
  csv('lines of nothing', () => Buffer.alloc(8 * MB, ';\n')),
  csv('one cell', () => Buffer.alloc(8 * MB, 'a')),
  csv('bytes of no UTF-8', () => Buffer.alloc(8 * MB, 0xe9)),
  csv('UTF-16', () =>
    Buffer.concat([Buffer.from('\uFEFF', 'utf16le'), Buffer.alloc(7 * MB, '",', 'utf16le')]),
  ),
  csv('10,000 rows of 20 columns', () =>
    Buffer.from(
      `sku,file${',column'.repeat(18)}\n${`a,b.jpg${`,${'x'.repeat(36)}`.repeat(18)}\n`.repeat(10_000)}`,
    ),
  ),
];

export const WORST_JSON: readonly WorstBody[] = [
  json('lists in lists', () => '['.repeat(8 * MB)),
  json('closed lists in lists', () => '['.repeat(4 * MB) + ']'.repeat(4 * MB)),
  json('objects in objects', () => '{"a":'.repeat(1.6 * MB)),
  json('a list of numbers', () => `[${'1,'.repeat(4 * MB)}1]`),
  json('a list of empty objects', () => `{"items":[${'{},'.repeat(2.6 * MB)}{}]}`),
  json('as many empty objects as are read', () => `{"first_row":1,"items":[${'{},'.repeat(45_000)}{}]}`),
  json('many keys', () => `{${Array.from({ length: 40_000 }, (_, at) => `"k${at}":1`).join(',')}}`),
  json('a long text', () => `{"first_row":1,"name":"${'a'.repeat(8 * MB)}"}`),
  json('escapes', () => `{"first_row":1,"name":"${String.raw`\u0041`.repeat(1.3 * MB)}"}`),
  json('escaped quotes', () => `{"name":"${String.raw`\"`.repeat(4 * MB)}"}`),
  json('a long key', () => `{"${'é'.repeat(4 * MB)}":1}`),
  json('a number of millions of digits', () => `{"first_row":${'1'.repeat(8 * MB)}}`),
  json('spaces', () => `${' '.repeat(8 * MB)}{}`),
  json('500 rows of long names', () => {
    const item = `{"sku":"${'s'.repeat(15_000)}","source":{"kind":"url","url":"https://a.example/${' '.repeat(100)}"}}`;
    return `{"first_row":1,"items":[${Array(500).fill(item).join(',')}]}`;
  }),
];

/** Worst bodies for endpoints that accept pictures as base64 text. */
export const WORST_LARGE_TEXTS: readonly WorstBody[] = [
  json('a picture as text', () => `{"image_file_b64":"${'A'.repeat(33 * MB)}"}`),
  json('escapes of a picture', () => `{"image_file_b64":"${String.raw`\/`.repeat(16 * MB)}"}`),
  json('a message of two pictures', () => {
    const picture = `{"data":"data:image/png;base64,${'A'.repeat(33 * MB)}"}`;
    const params = `{"name":"edit_picture","arguments":{"picture":${picture},"mask":${picture},"what":"erase"}}`;
    return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  }),
  {
    name: 'form: many fields in an address',
    type: 'application/x-www-form-urlencoded',
    bytes: () => Buffer.alloc(30 * MB, 'a=1&'),
  },
  {
    name: 'form: one escaped field',
    type: 'application/x-www-form-urlencoded',
    bytes: () => Buffer.concat([Buffer.from('image_file_b64='), Buffer.alloc(30 * MB, '%41')]),
  },
];

export const WORST_FORMS: readonly WorstBody[] = [
  form('100,000 fields', () => Buffer.from(`${partHead('a')}b\r\n`.repeat(100_000) + `--${BOUNDARY}--\r\n`)),
  form('a long field', () => encodeForm([['size', '', Buffer.alloc(33 * MB, 'a')]])),
  form('a picture as text', () => encodeForm([['image_file_b64', '', Buffer.alloc(33 * MB, 'A')]])),
  form('a head without an end', () =>
    Buffer.concat([Buffer.from(`--${BOUNDARY}\r\nx: `), Buffer.alloc(8 * MB, 'a')]),
  ),
  form('many heads', () => Buffer.from(`--${BOUNDARY}\r\n${'a: b\r\n'.repeat(MB)}\r\n`)),
];

/** Worst files for the form field with this name. */
export const worstFiles = (field: string): readonly WorstBody[] =>
  pictures.map(([name, bytes]) => form(`a file of ${name}`, () => file(field, bytes())));

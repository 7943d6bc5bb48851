import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import { csvTable } from './survey-table.ts';
import { tableNotices } from './table-notices.ts';
import { itemOfRow, suggestedMapping, withoutTitle } from './table-rows.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Encodes one byte per character, like spreadsheets on Windows write Western European text. */
const western = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)));
const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 * (text.length + 1));
  const view = new DataView(bytes.buffer);
  for (const [at, unit] of [...`\uFEFF${text}`].entries())
    view.setUint16(2 * at, unit.charCodeAt(0), isLittle);
  return bytes;
};
const read = (bytes: Uint8Array) => readCsv(bytes, 10);
const MUG = [
  ['sku', 'file', 'Größe'],
  ['A-1', 'Tasse.jpg', '12 €, klein'],
];

describe('CSV tables', () => {
  it.each([
    ['commas, quotes and a mark of UTF-8', utf8('\uFEFFsku,file,Größe\r\nA-1,Tasse.jpg,"12 €, klein"\r\n')],
    [
      'semicolons, as German Excel on Windows writes',
      western('sku;file;Größe\r\nA-1;Tasse.jpg;12 €, klein\r\n'),
    ],
    ['tabs in UTF-16, as “Unicode text”', utf16('sku\tfile\tGröße\r\nA-1\tTasse.jpg\t12 €, klein\r\n', true)],
    ['tabs in UTF-16 the other way around', utf16('sku\tfile\tGröße\nA-1\tTasse.jpg\t12 €, klein', false)],
    ['a separator that is stated', utf8('sep=;\r\nsku;file;Größe\r\nA-1;Tasse.jpg;12 €, klein\r\n')],
    [
      'separators within the quotes of its first line',
      utf8('"sku";"file";"Größe"\r\n"A-1";"Tasse.jpg";"12 €, klein"\r\n'),
    ],
    ['an empty line above it', utf8(';;;\r\nsku;file;Größe\r\nA-1;Tasse.jpg;12 €, klein\r\n')],
    ['lines as on old Macs', utf8('sku;file;Größe\rA-1;Tasse.jpg;12 €, klein\r')],
  ])('reads a table with %s', (_what, bytes) => {
    expect(read(bytes)).toEqual(MUG);
  });

  it('finds the header by the rows of equal length, and isn’t misled by a title or a name with commas', () => {
    const table = readCsv(
      utf8('Preisliste, Herbst, 2026\n"Größe, Farbe, Form";sku;file\nrot;A-1;a.jpg\n'),
      10,
    );
    expect(withoutTitle(table)).toEqual([
      ['Größe, Farbe, Form', 'sku', 'file'],
      ['rot', 'A-1', 'a.jpg'],
    ]);
  });

  it('finds no title line above a table of one column', () => {
    const table = [['url'], ['https://example.com/a.jpg'], ['https://example.com/b.jpg']];
    expect(withoutTitle(table)).toBe(table);
  });

  it('refuses bytes that aren’t text', () => {
    for (const bytes of [
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      utf8('sku,\0file'),
      utf16('sku', true).subarray(0, 7),
    ])
      expect(() => read(bytes)).toThrow('could not be read');
  });
});

const parseHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const tableWithName = (hex: string): Uint8Array =>
  Uint8Array.from([...utf8('sku;file;name\r\nA-1;a.jpg;'), ...parseHex(hex), ...utf8('\r\n')]);

describe('the encoding of a table', () => {
  it.each([
    ['windows-1250', 'Łyżka', 'a379bf6b61'],
    ['windows-1251', 'Ложка деревянная', 'cbeee6eae020e4e5f0e5e2ffedede0ff'],
    ['shift_jis', '木のスプーン', '96d882cc83588376815b8393'],
    ['gb18030', '木勺子大号', 'c4bec9d7d7d3b4f3bac5'],
    ['euc-kr', '파란 머그컵', 'c6c4b6f520b8d3b1d7c4c5'],
    ['big5', '木湯匙大號', 'a4ecb4f6b0cda46ab8b9'],
    ['macintosh', 'Größe für Öl', '47729aa76520669f7220856c'],
    ['ibm866', 'Ложка деревянная', '8baea6aaa020a4a5e0a5a2efadada0ef'],
  ] as const)('reads a table in %s, and offers to read it in another encoding', (encoding, name, hex) => {
    const read = csvTable(tableWithName(hex), 10);
    expect(read.table[1]).toEqual(['A-1', 'a.jpg', name]);
    expect(read.encoding).toBe(encoding);
    expect(read.readings[0]).toMatchObject({ encoding, sample: `A-1;a.jpg;${name}` });
    expect(read.readings.length).toBeGreaterThan(1);
    const other = read.readings[1]?.encoding;
    expect(csvTable(tableWithName(hex), 10, other).table[1]?.[2]).not.toBe(name);
  });

  it('reads UTF-8 despite one wrong byte, and reports the row', () => {
    const [good, rest] = [utf8('sku;file;name\nA;a.jpg;Größe für Öl\nB;b.jpg;T'), utf8('te\n')];
    const read = csvTable(Uint8Array.from([...good, 0xfc, ...rest]), 10);
    expect(read.encoding).toBe('utf-8');
    expect(read.table.slice(1).map((row) => row[2])).toEqual(['Größe für Öl', 'T\uFFFDte']);
    const [columns = [], ...rows] = read.table;
    expect(tableNotices(columns, rows, 0)).toEqual([expect.stringContaining('couldn’t be read (row 2)')]);
  });

  it('reads UTF-16 without a byte order mark', () => {
    for (const isLittle of [true, false])
      expect(read(utf16('sku;file;Größe\nA-1;Tasse.jpg;12 €, klein', isLittle).subarray(2))).toEqual(MUG);
  });

  it('offers no other encoding for valid UTF-8', () => {
    expect(csvTable(utf8('sku;file\nŁ;a.jpg\n'), 10)).toMatchObject({ encoding: 'utf-8', readings: [] });
  });
});

describe('tables changed by a spreadsheet', () => {
  const columns = ['SKU', 'GTIN', 'Code'];
  it.each([
    [
      'digits in scientific notation',
      ['A', '4.00638E+12', ''],
      'Digits are missing in “GTIN” (row 1): a spreadsheet wrote 4.00638E+12.',
    ],
    [
      'digits in scientific notation with a decimal comma',
      ['A', '', '4,00638E+12'],
      'Digits are missing in “Code”',
    ],
    ['the same, saved as a number', ['A', '4006380000000', ''], 'a spreadsheet wrote 4006380000000.'],
    [
      'leading zeros of a UPC',
      ['A', '12345678905', ''],
      'Numbers in “GTIN” have lost their leading zeros (row 1), as in 12345678905.',
    ],
    [
      'digits beyond the fifteenth',
      ['A', '', '340123450000000000'],
      'Long numbers in “Code” end in zeros (row 1)',
    ],
    [
      'an article number that became a date',
      ['1-Mar', '', ''],
      'Article numbers in “SKU” became dates (row 1), as in 1-Mar.',
    ],
  ])('reports the loss of %s', (_what, row, sentence) => {
    expect(tableNotices(columns, [row], 0)).toEqual([expect.stringContaining(sentence)]);
  });

  it('names at most three damaged rows, and doesn’t report correct values', () => {
    const shortened = Array.from({ length: 12 }, () => ['A', '4.00638E+12', '']);
    expect(tableNotices(columns, shortened, 0)[0]).toContain('(rows 1, 2, 3 and 9 more)');
    expect(tableNotices(columns, [['1E3', '4006381333931', '340123450000000018']], 0)).toEqual([]);
    expect(tableNotices(columns, [['Mar-Blue', '012345678905', '12']], 0)).toEqual([]);
  });
});

describe('column detection', () => {
  it.each([
    ['Item no.', 'Photo file'],
    ['ITEM_NUMBER', 'image-filename'],
    ['Artikel-Nr.', 'Dateiname'],
    ['Style', 'Picture'],
    ['Article No', 'Bilddatei'],
  ])('recognizes “%s” as the SKU column, and “%s” as the file column', (sku, file) =>
    expect(suggestedMapping(['Price', sku, file])).toMatchObject({ sku: 1, file: 2, own: [0] }),
  );

  it('finds the file column by its cells when no column name is known', () => {
    const rows = [
      ['A-1', 'front', 'a-1.JPG', 'x.jpg'],
      ['A-2', 'back', 'C:\\photos\\a-2.heic', ''],
      ['A-3', '', 'https://shop.example/a.png?v=2', 'no'],
      ['A-4', '', '', 'none'],
    ];
    const mapping = { sku: 0, file: 2, url: null, own: [1, 3] };
    expect(suggestedMapping(['SKU', 'Image', 'Shot', 'Remark'], rows)).toMatchObject(mapping);
    // A column's name decides its meaning if the cells don't favor another column.
    expect(suggestedMapping(['SKU', 'Image'], [['A-1', 'a-1']])).toMatchObject({ sku: 0, file: 1 });
    expect(suggestedMapping(['Photo', 'id'], [['a.jpg', 'b.jpg']])).toMatchObject({ sku: 1, file: 0 });
    expect(suggestedMapping(['id'], [['b.jpg']])).toMatchObject({ sku: null, file: 0 });
    expect(suggestedMapping(['id', 'url', 'thumb'], [['1', 'https://a/b.jpg', 'c.jpg']])).toMatchObject({
      file: null,
      url: 1,
      own: [2],
    });
  });
});

describe('table rows', () => {
  it('refuses, in plain words, an address without http:// or https://', () => {
    const columns = ['sku', 'url'];
    expect(itemOfRow(['A-1', 'www.example.com/a.jpg'], columns, suggestedMapping(columns))).toBe(
      'Please use a URL that starts with http:// or https://, without spaces.',
    );
  });

  const toItem = (columns: readonly string[], row: readonly string[]) =>
    itemOfRow(row, columns, suggestedMapping(columns));

  it('accepts invisible characters around a cell’s text, and shortens a long description', () => {
    const columns = ['\u200BSKU', 'Dateiname', 'Description'];
    expect(toItem(columns, ['A\u00AD-1\n', ' mug.jpg', `Two\r\nlines, ${'x'.repeat(2000)}`])).toMatchObject({
      sku: 'A-1',
      source: { kind: 'file', file_name: 'mug.jpg' },
      columns: { Description: `Two lines, ${'x'.repeat(489)}` },
    });
  });

  it('reads the photo from a URL when the file column contains a URL', () => {
    const columns = ['sku', 'image'];
    expect(toItem(columns, ['A-1', 'a.jpg'])).toMatchObject({ source: { kind: 'file', file_name: 'a.jpg' } });
    expect(toItem(columns, ['A-2', ' HTTPS://shop.example/a-2.jpg'])).toMatchObject({
      source: { kind: 'url', url: 'HTTPS://shop.example/a-2.jpg' },
    });
    expect(toItem(['image'], ['http://shop.example/mug.jpg?v=1'])).toMatchObject({ sku: 'mug' });
  });

  it('accepts names in any script, with the joiner characters that its letters need', () => {
    const persian = 'کتاب\u200Cها.jpg';
    const arabic = toItem(['sku', 'file', 'title'], ['حذاء-١', persian, 'کتاب\u200Cها']);
    expect(arabic).toMatchObject({
      sku: 'حذاء-١',
      source: { file_name: persian },
      columns: { title: 'کتاب\u200Cها' },
    });
    const decomposed = toItem(['sku', 'file'], ['Mu\u0308tze', 'Mu\u0308tze.jpg']);
    expect(decomposed).toMatchObject({ sku: 'M\u00FCtze' });
  });
});

import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';
import { itemOfRow, suggestedMapping, withoutTitle } from './table-rows.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A character a byte, as spreadsheets on Windows write Western European text. */
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

describe('a table', () => {
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
  ])('is read with %s', (_what, bytes) => {
    expect(read(bytes)).toEqual(MUG);
  });

  it('is told by the lines that agree, not by a title or a name with commas', () => {
    const table = readCsv(
      utf8('Preisliste, Herbst, 2026\n"Größe, Farbe, Form";sku;file\nrot;A-1;a.jpg\n'),
      10,
    );
    expect(withoutTitle(table)).toEqual([
      ['Größe, Farbe, Form', 'sku', 'file'],
      ['rot', 'A-1', 'a.jpg'],
    ]);
  });

  it('of one column has no title', () => {
    const table = [['url'], ['https://example.com/a.jpg'], ['https://example.com/b.jpg']];
    expect(withoutTitle(table)).toBe(table);
  });

  it('is refused where it is no text', () => {
    for (const bytes of [
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      utf8('sku,\0file'),
      western('sku,\u0081'),
      utf16('sku', true).subarray(0, 7),
    ])
      expect(() => read(bytes)).toThrow('could not be read');
  });
});

describe('the columns of a table', () => {
  it.each([
    ['Item no.', 'Photo file'],
    ['ITEM_NUMBER', 'image-filename'],
    ['Artikel-Nr.', 'Dateiname'],
    ['Style', 'Picture'],
    ['Article No', 'Bilddatei'],
  ])('are known as “%s” and “%s”', (sku, file) =>
    expect(suggestedMapping(['Price', sku, file])).toMatchObject({ sku: 1, file: 2, own: [0] }),
  );

  it('tell the file by their cells, where names do not', () => {
    const rows = [
      ['A-1', 'front', 'a-1.JPG', 'x.jpg'],
      ['A-2', 'back', 'C:\\photos\\a-2.heic', ''],
      ['A-3', '', 'https://shop.example/a.png?v=2', 'no'],
      ['A-4', '', '', 'none'],
    ];
    const mapping = { sku: 0, file: 2, url: null, own: [1, 3] };
    expect(suggestedMapping(['SKU', 'Image', 'Shot', 'Remark'], rows)).toMatchObject(mapping);
    // A name is right as long as no other column is more likely.
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

describe('a row of a table', () => {
  it('says in plain words what is wrong with an address', () => {
    const columns = ['sku', 'url'];
    expect(itemOfRow(['A-1', 'www.example.com/a.jpg'], columns, suggestedMapping(columns))).toBe(
      'Please use an address that begins with http:// or https://, without spaces.',
    );
  });

  const itemOf = (columns: readonly string[], row: readonly string[]) =>
    itemOfRow(row, columns, suggestedMapping(columns));

  it('is not refused for what a cell has beside its text, or for a long description', () => {
    const columns = ['\u200BSKU', 'Dateiname', 'Description'];
    expect(itemOf(columns, ['A\u00AD-1\n', ' mug.jpg', `Two\r\nlines, ${'x'.repeat(2000)}`])).toMatchObject({
      sku: 'A-1',
      source: { kind: 'file', file_name: 'mug.jpg' },
      columns: { Description: `Two lines, ${'x'.repeat(489)}` },
    });
  });

  it('has its photo at an address where its file is one', () => {
    const columns = ['sku', 'image'];
    expect(itemOf(columns, ['A-1', 'a.jpg'])).toMatchObject({ source: { kind: 'file', file_name: 'a.jpg' } });
    expect(itemOf(columns, ['A-2', ' HTTPS://shop.example/a-2.jpg'])).toMatchObject({
      source: { kind: 'url', url: 'HTTPS://shop.example/a-2.jpg' },
    });
    expect(itemOf(['image'], ['http://shop.example/mug.jpg?v=1'])).toMatchObject({ sku: 'mug' });
  });

  it('keeps names of any script, and what their letters need between them', () => {
    const persian = 'کتاب\u200Cها.jpg';
    const arabic = itemOf(['sku', 'file', 'title'], ['حذاء-١', persian, 'کتاب\u200Cها']);
    expect(arabic).toMatchObject({
      sku: 'حذاء-١',
      source: { file_name: persian },
      columns: { title: 'کتاب\u200Cها' },
    });
    const decomposed = itemOf(['sku', 'file'], ['Mu\u0308tze', 'Mu\u0308tze.jpg']);
    expect(decomposed).toMatchObject({ sku: 'M\u00FCtze' });
  });
});

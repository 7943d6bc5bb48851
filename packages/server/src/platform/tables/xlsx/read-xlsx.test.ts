import { readFileSync } from 'node:fs';
import type { TableFault } from '@packshot/contract/catalog/table-fault';
import { expect, it, vi } from 'vitest';
import { createZip } from '../../../testing/build-zip.ts';
import { readXlsx } from './read-xlsx.ts';

const SHARED = `<sst><si><t>sku</t></si><si><r><t>fi</t></r><r><t xml:space="preserve">le</t></r><rPh><t>no</t></rPh></si><si><t>R&amp;D &#252; &lt;1&gt;</t></si></sst>`;
const SHEET = `<x:worksheet xmlns:x="y"><x:sheetData>
  <x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
  <x:row r="2"><x:c r="A2"/></x:row>
  <x:row r="3"><x:c r="A3"><x:v>4.006381333931E+12</x:v></x:c><x:c r="B3" t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c><x:c r="C3" t="s"><x:v>2</x:v></x:c></x:row>
</x:sheetData></x:worksheet>`;
const read = (bytes: Uint8Array, maxRows = 10) => readXlsx(bytes, maxRows);
const fault = (code: TableFault['code']): unknown => expect.objectContaining({ name: 'TableFault', code });

it('the first sheet is read, wherever the workbook places it', async () => {
  const bytes = createZip({
    'xl/workbook.xml': `<workbook><sheets><sheet name="a" sheetId="7" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId3" Target="worksheets/sheet7.xml"/></Relationships>`,
    'xl/sharedStrings.xml': SHARED,
    'xl/worksheets/sheet7.xml': SHEET,
  });
  expect(await read(bytes)).toEqual([
    ['sku', '', 'file'],
    ['4006381333931', 'in', 'R&D ü <1>'],
  ]);
});

/** Handwritten workbooks, each with the peculiarities of another program's files. */
const OTHERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'in single quotes, with a prefix of its own for relations, in another folder',
    {
      '_rels/.rels': `<Relationships><Relationship Id='a' Type='http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument' Target='/book/Workbook.XML'/></Relationships>`,
      'book/workbook.xml': `<?xml version='1.0'?><!-- It's ours: a > b --><workbook xmlns:q='rel'><workbookPr date1904='true'/><sheets><sheet name='Notes &gt; all' q:id='n' state='hidden' sheetId='1'/><sheet q:id = 's' name="it's" sheetId='2'/></sheets></workbook>`,
      'book/_rels/workbook.xml.rels': `<Relationships><Relationship Target='../sheets/two.xml' Id='s' Type='x/worksheet'/><Relationship Target='texts.xml' Id='t' Type='x/sharedStrings'/><Relationship Target='looks.xml' Id='l' Type='x/styles'/></Relationships>`,
      'book/texts.xml': `<sst><si><r><rPr><b/></rPr><t>s</t></r><r><t xml:space='preserve'>ku</t></r></si><si/><si><t>file</t></si><si><t>on_x000D_e</t></si></sst>`,
      'book/looks.xml': `<styleSheet><numFmts><numFmt formatCode='yyyy\\-mm\\-dd;@' numFmtId='170'/><numFmt numFmtId='171' formatCode='00000'/></numFmts><cellStyleXfs><xf numFmtId='171'/></cellStyleXfs><cellXfs><xf numFmtId='0'/><xf numFmtId='170'/><xf numFmtId='171'/></cellXfs></styleSheet>`,
      'sheets/two.xml': `<worksheet><sheetData><row><c t='s'><v>0</v></c><c t='s'><v>2</v></c><c t='inlineStr'><is><t>shot</t><rPh><t>loud</t></rPh></is></c><c t='str'><v>price</v></c></row>
        <row><c s='2'><v>123</v></c><c t='s'><v>3</v></c><c s='1'><v>44892</v></c><c s='0'><v>19.989999999999998</v></c></row></sheetData></worksheet>`,
    },
  ],
  [
    'in UTF-8 without relations, dates as ISO or by a known format, text as it is',
    {
      'xl\\styles.xml': `<s:styleSheet xmlns:s="x"><s:cellXfs><s:xf numFmtId="0"/><s:xf numFmtId="22"/></s:cellXfs></s:styleSheet>`,
      'xl\\worksheets\\sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><r><t>s</t></r><r><t>ku</t></r></is></c><c r="B1" t="inlineStr"><is><t>file</t></is></c><c r="C1" t="str"><v><![CDATA[shot]]></v></c><c r="D1" t="str"><v>pri<!-- no -->ce</v></c></row>
        <row r="2"><c r="A2" t="str"><f>TEXT(123,"00000")</f><v>00123</v></c><c r="B2" t="inlineStr"><is><t>on&#13;e</t></is></c><c r="C2" t="d"><v>2026-11-28T00:00:00Z</v></c><c r="D2"><v>19.99</v></c></row></sheetData></worksheet>`,
    },
  ],
];

it.each(OTHERS)('a workbook is read that another program has written %s', async (_how, parts) => {
  expect(await read(createZip(parts))).toEqual([
    ['sku', 'file', 'shot', 'price'],
    ['00123', 'on\re', '2026-11-28', '19.99'],
  ]);
});

/** Reads a row of numbers, each with a format code of its own. */
function readFormatted(cells: readonly (readonly [code: string, value: number | string])[]) {
  const codes = cells.map(
    ([code], at) => `<numFmt numFmtId="${170 + at}" formatCode='${code.replaceAll('"', '&quot;')}'/>`,
  );
  const styles = cells.map((_cell, at) => `<xf numFmtId="${170 + at}"/>`);
  const values = cells.map(([, value], at) => `<c s="${at}"><v>${value}</v></c>`);
  return read(
    createZip({
      'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<sheetData><row>${values.join('')}</row></sheetData>`,
    }),
  );
}

it('a date is shown with its time, and other numbers aren’t shown as dates', async () => {
  const row = await readFormatted([
    ['[$-407]d/m/yy\\ h:mm', 46_354.5],
    ['"Stand d"0', 46_354],
    ['0.00', 46_354.25],
    ['[h]:mm:ss', 0.5],
    ['#,##0 "m"', 46_354],
  ]);
  expect(row).toEqual([['2026-11-28 12:00:00', '46354', '46354.25', '12:00:00', '46354']]);
});

it('a price keeps the zeros after its point, and no number loses decimals', async () => {
  const row = await readFormatted([
    ['0.00', 4.9],
    ['#,##0.00\\ "€"', 1290],
    ['_-* #,##0.00\\ [$€-407]_-;-* #,##0.00\\ [$€-407]_-', '19.989999999999998'],
    ['0.0', '-0.125'],
    ['0.00%', 0.19],
    ['0.00E+00', 4.9],
    ['#,##0', 4.9],
  ]);
  expect(row).toEqual([['4.90', '1290.00', '19.99', '-0.125', '0.19', '4.9', '4.9']]);
  const builtIn = {
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="4"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': '<sheetData><row><c s="0"><v>7</v></c></row></sheetData>',
  };
  expect(await read(createZip(builtIn))).toEqual([['7.00']]);
});

it('a tag with a hundred thousand attributes is read quickly', async () => {
  const attributes = ' a="1"'.repeat(100_000);
  const parts = { 'xl/worksheets/sheet1.xml': `<row><c${attributes} t="str"><v>x</v></c></row>` };
  expect(await read(createZip(parts))).toEqual([['x']]);
});

it('a row is processed once, however often its tag is closed', async () => {
  const trims = vi.spyOn(String.prototype, 'trim');
  const bytes = createZip({
    'xl/worksheets/sheet1.xml': `<row><c t="str"><v> </v></c>${'</row>'.repeat(10_000)}<row><c><v>1</v></c></row>`,
  });
  expect(await read(bytes)).toEqual([['1']]);
  expect(trims.mock.contexts.filter((text) => text === ' ')).toHaveLength(1);
  trims.mockRestore();
});

const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
it.each([
  ['cells that refer to one text', '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(400)],
  [
    'merged cells',
    [
      ...Array.from(
        { length: 100 },
        (_, at) =>
          `<row r="${at + 1}">${at === 0 ? COLUMNS.map((column) => `<c r="${column}1" t="s"><v>0</v></c>`).join('') : '<c r="I1"><v>1</v></c>'}</row>`,
      ),
      ...COLUMNS.map((column) => `<mergeCell ref="${column}1:${column}100"/>`),
    ].join(''),
  ],
])('cells whose total text exceeds the limit are refused: %s', async (_what, sheet) => {
  const bytes = createZip({
    'xl/sharedStrings.xml': `<sst><si><t>x${' '.repeat(1_000_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheet,
  });
  await expect(read(bytes, 400)).rejects.toEqual(fault('TABLE_TOO_LARGE'));
});

it('a ZIP bomb, or more rows and columns than a run allows, is refused', async () => {
  const bomb = createZip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * 1024 * 1024, 0x20) });
  expect(bomb.length).toBeLessThan(100_000);
  await expect(read(bomb)).rejects.toEqual(fault('TABLE_TOO_LARGE'));
  const rows = '<row><c><v>1</v></c></row>'.repeat(11);
  await expect(read(createZip({ 'xl/worksheets/sheet1.xml': rows }))).rejects.toEqual(
    fault('TABLE_TOO_LARGE'),
  );
  const wide = '<row><c r="ZZZ1"><v>1</v></c></row>';
  await expect(read(createZip({ 'xl/worksheets/sheet1.xml': wide }))).rejects.toEqual(
    fault('TABLE_TOO_LARGE'),
  );
});

it('a file that is larger than its ZIP entry says is refused', async () => {
  const zip = createZip({ 'xl/worksheets/sheet1.xml': SHEET.padEnd(1_000_000) });
  zip.writeUInt32LE(SHEET.length, zip.lastIndexOf('PK\u0001\u0002') + 24);
  await expect(read(zip)).rejects.toEqual(fault('TABLE_UNREADABLE'));
});

it('a workbook that is followed by a line break is read', async () => {
  const zip = createZip({ 'xl/worksheets/sheet1.xml': '<row><c><v>1</v></c></row>' });
  expect(await read(Buffer.concat([zip, Buffer.from('\r\n')]))).toEqual([['1']]);
});

it('a file that isn’t a complete workbook is reported as unreadable, wherever it is cut off', async () => {
  const parts = { 'xl/worksheets/sheet1.xml': SHEET };
  await expect(read(createZip(parts, 1))).rejects.toEqual(fault('TABLE_UNREADABLE'));
  await expect(read(createZip({ 'a.txt': 'no workbook' }))).rejects.toEqual(fault('TABLE_UNREADABLE'));
  const whole = createZip(parts);
  for (let length = 4; length < whole.length; length += 7)
    await expect(read(whole.subarray(0, length))).rejects.toEqual(fault('TABLE_UNREADABLE'));
  // Custom XML entities are not expanded.
  const billion = `<!DOCTYPE x [<!ENTITY a "aaaa">]><row><c t="str"><v>&a;</v></c></row>`;
  expect(await read(createZip({ 'xl/worksheets/sheet1.xml': billion }))).toEqual([['&a;']]);
});

// Test file saved by LibreOffice 7.4: two sheets, a number with leading zeros, a date, formulas, an error, a cell with
// two lines, a SKU merged over two rows, a hidden row, and a row hidden by a filter.
it('a file saved by LibreOffice is read, with the value of a merged cell in each of its rows', async () => {
  const bytes = readFileSync(new URL('../../../testing/fixtures/libreoffice.xlsx', import.meta.url));
  expect(await read(bytes)).toEqual([
    ['sku', 'file', 'variant', 'date', 'total', 'share', 'at', 'new'],
    ['00042', 'mug one.jpg', 'grün', '2026-03-01', '3.5', '0.125', '08:30:00', '1'],
    ['HIDDEN-1', 'hidden.jpg'],
    ['FILTERED-1', 'filtered.jpg'],
    ['MERGED', 'mug two.jpg', 'weiß\nmatt'],
    ['MERGED', 'mug three.jpg', ''],
    ['12345678901234', '漢字 mug & co.jpg'],
  ]);
});

import { crc32, deflateRawSync } from 'node:zlib';
import type { TableFault } from '@packshot/contract/catalog/csv';
import { expect, it } from 'vitest';
import { readXlsx } from './xlsx.ts';

/** A ZIP as spreadsheets write it. */
function zipOf(parts: Readonly<Record<string, string | Buffer>>, flags = 0): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), fields, place, Buffer.from(name)]));
    files.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const SHARED = `<sst><si><t>sku</t></si><si><r><t>fi</t></r><r><t xml:space="preserve">le</t></r><rPh><t>no</t></rPh></si><si><t>R&amp;D &#252; &lt;1&gt;</t></si></sst>`;
const SHEET = `<x:worksheet xmlns:x="y"><x:sheetData>
  <x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
  <x:row r="2"><x:c r="A2"/></x:row>
  <x:row r="3"><x:c r="A3"><x:v>4.006381333931E+12</x:v></x:c><x:c r="B3" t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c><x:c r="C3" t="s"><x:v>2</x:v></x:c></x:row>
</x:sheetData></x:worksheet>`;
const read = (bytes: Uint8Array, maxRows = 10) => readXlsx(bytes, maxRows);
const fault = (code: TableFault['code']): unknown => expect.objectContaining({ name: 'TableFault', code });

it('reads the first sheet, wherever the workbook says that it lies', async () => {
  const bytes = zipOf({
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

it('unpacks no bomb, and no more rows and columns than a run has', async () => {
  const bomb = zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * 1024 * 1024, 0x20) });
  expect(bomb.length).toBeLessThan(100_000);
  await expect(read(bomb)).rejects.toEqual(fault('TABLE_TOO_LARGE'));
  const rows = '<row><c><v>1</v></c></row>'.repeat(11);
  await expect(read(zipOf({ 'xl/worksheets/sheet1.xml': rows }))).rejects.toEqual(fault('TABLE_TOO_LARGE'));
  const wide = '<row><c r="ZZZ1"><v>1</v></c></row>';
  await expect(read(zipOf({ 'xl/worksheets/sheet1.xml': wide }))).rejects.toEqual(fault('TABLE_TOO_LARGE'));
});

it('says of anything else that it cannot be read, wherever it is cut off', async () => {
  const parts = { 'xl/worksheets/sheet1.xml': SHEET };
  await expect(read(zipOf(parts, 1))).rejects.toEqual(fault('TABLE_UNREADABLE'));
  await expect(read(zipOf({ 'a.txt': 'no workbook' }))).rejects.toEqual(fault('TABLE_UNREADABLE'));
  const whole = zipOf(parts);
  for (let length = 4; length < whole.length; length += 7)
    await expect(read(whole.subarray(0, length))).rejects.toEqual(fault('TABLE_UNREADABLE'));
  // Entities of its own mean nothing.
  const billion = `<!DOCTYPE x [<!ENTITY a "aaaa">]><row><c t="str"><v>&a;</v></c></row>`;
  expect(await read(zipOf({ 'xl/worksheets/sheet1.xml': billion }))).toEqual([['&a;']]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRows, cutAtRows, TableRows } from './table-rows.ts';

const FOLDER = 'database/1/';
const COLUMNS = 3;

/** Escapes backslashes, line feeds, tabs and carriage returns as PostgreSQL's COPY does. */
const escapeValue = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
const rows = fc
  .array(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: COLUMNS, maxLength: COLUMNS }), {
    maxLength: 60,
  })
  .map((table) => table.map((row) => `${row.map(escapeValue).join('\t')}\n`));

async function* splitIntoChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer[]> {
  const collectedParts: Buffer[] = [];
  for await (const part of parts) collectedParts.push(Buffer.from(part));
  return collectedParts;
}

async function tallyParts(parts: readonly Buffer[]): Promise<TableRows> {
  const tally = new TableRows();
  for (const [number, part] of parts.entries()) {
    const name = `${FOLDER}users/${String(number).padStart(8, '0')}.copy`;
    await collect(tally.countRows(name, splitIntoChunks(part, [7])));
  }
  return tally;
}

const table = (lines: readonly string[], partRows?: number[]) => [
  { name: 'users', columns: ['a', 'b', 'c'], rows: lines.length, ...(partRows && { partRows }) },
];

describe('parts of a backed-up table', () => {
  it('end at whole rows, for any size of rows, chunks and parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        async (lines, sizes, partBytes) => {
          const bytes = Buffer.from(lines.join(''));
          const parts = await collect(cutAtRows(splitIntoChunks(bytes, sizes), partBytes));
          expect(Buffer.concat(parts).equals(bytes)).toBe(true);
          for (const part of parts) expect(part.at(-1)).toBe(10);
          const partRows = parts.map(countRows);
          (await tallyParts(parts)).assertMatches(FOLDER, table(lines, partRows));
          for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThanOrEqual(partBytes);
          for (const part of parts) {
            expect(part.lastIndexOf(10, part.length - 2) + 1, 'a row more than needed').toBeLessThan(
              partBytes,
            );
          }
          expect(await collect(cutAtRows(splitIntoChunks(bytes, [bytes.length + 1]), partBytes))).toEqual(
            parts,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are verified as one stream if an earlier release cut them in the middle of rows', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 90 }), async (lines, size) => {
        const parts = await collect(splitIntoChunks(Buffer.from(lines.join('')), [size]));
        (await tallyParts(parts)).assertMatches(FOLDER, table(lines));
      }),
      { numRuns: 100 },
    );
  });

  const LINES = ['1\ta\tb\n', '2\ta\tb\n', '3\ta\tb\n'];
  it.each([
    ['a row too many', [LINES.join(''), LINES[0]], table(LINES), /users has 4 rows instead of 3/],
    ['a row too few', [LINES.slice(1).join('')], table(LINES), /users has 2 rows instead of 3/],
    ['no parts', [], table(LINES), /users has 0 rows instead of 3/],
    ['a missing field', ['1\ta\tb\n2\ta\n3\ta\tb\n'], table(LINES), /rows of 2 to 3 fields instead of 3/],
    [
      'a field too many',
      ['1\ta\tb\n2\ta\tb\tc\n3\ta\tb\n'],
      table(LINES),
      /rows of 3 to 4 fields instead of 3/,
    ],
    ['a truncated last row', ['1\ta\tb\n2\ta\tb\n3\ta\tb'], table(LINES), /ends in the middle of a row/],
    [
      'a row split between two parts',
      ['1\ta\tb\n2\t', 'a\tb\n3\ta\tb\n'],
      table(LINES, [1, 2]),
      /part that ends in the middle/,
    ],
    [
      'rows in parts other than listed',
      [LINES[0], LINES.slice(1).join('')],
      table(LINES, [2, 1]),
      /other rows than the manifest/,
    ],
    ['a table that is not listed', LINES, [], /its manifest doesn't list database\/1\/users/],
  ])('are refused with %s', async (_fault, parts, tables, message) => {
    const tally = await tallyParts(parts.map((part) => Buffer.from(part ?? '')));
    expect(() => tally.assertMatches(FOLDER, tables)).toThrow(message);
  });

  it('are refused out of order', async () => {
    const tally = new TableRows();
    await expect(
      collect(tally.countRows(`${FOLDER}users/00000001.copy`, splitIntoChunks(Buffer.from('a'), [1]))),
    ).rejects.toThrow(/isn't where it belongs/);
  });
});

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedRandom } from '../../testing/seeded.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import type { CopiedTable } from './archive/manifest.ts';
import { copyDatabase, DatabaseLoad } from './database-copy.ts';

let source: TestDatabase;
const databases: TestDatabase[] = [];

/**
 * Fills tables with random texts, from empty to several kilobytes, which together contain every character that COPY
 * escapes.
 */
async function fill(pool: pg.Pool): Promise<void> {
  const random = seedRandom(37);
  const pieces = ['\n', '\t', '\\', '\r', '\\N', '\\.', 'é', '読', '😀', 'plain words', '\b\f\v'];
  const names = Array.from({ length: 4000 }, (_, row) => {
    const length = row % 50 === 0 ? 3000 : Math.floor(random() * 20);
    return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
  });
  await pool.query(
    `insert into organizations (id, name, subscription_type)
     select gen_random_uuid(), name, 'free' from unnest($1::text[]) as names (name)`,
    [names],
  );
}

async function hashOrganizations(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(
    `select count(*)::int as count, md5(string_agg(o::text, '' order by id)) as hash from organizations o`,
  );
  return rows[0];
}

interface Copied {
  readonly parts: readonly {
    readonly table: string;
    readonly columns: readonly string[];
    readonly bytes: Buffer;
  }[];
  readonly tables: readonly CopiedTable[];
}

async function copyParts(partBytes: number): Promise<Copied> {
  const parts: Copied['parts'][number][] = [];
  const copy = copyDatabase(source.url, partBytes);
  for (;;) {
    const { done, value } = await copy.next();
    if (done === true) return { parts, tables: value.tables };
    parts.push(value);
  }
}

async function* splitIntoPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Cuts the bytes of each copied table at arbitrary positions, as releases before 0.3.0 did. */
function cutAnywhere({ parts, tables }: Copied, partBytes: number): Copied {
  const recut = tables.flatMap(({ name, columns }) => {
    const bytes = Buffer.concat(parts.filter(({ table }) => table === name).map((part) => part.bytes));
    return Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, number) => ({
      table: name,
      columns,
      bytes: bytes.subarray(number * partBytes, (number + 1) * partBytes),
    }));
  });
  return { parts: recut, tables };
}

async function loadCopy({ parts, tables }: Copied): Promise<pg.Pool> {
  const target = await createTestDatabase(2);
  databases.push(target);
  const load = await DatabaseLoad.begin(target.url);
  try {
    for (const { table, columns, bytes } of parts)
      await load.add({ name: table, columns }, splitIntoPieces(bytes, 1009));
    await load.commit(tables);
  } finally {
    await load.close();
  }
  return target.pool;
}

beforeAll(async () => {
  source = await createTestDatabase(2);
  databases.push(source);
  await fill(source.pool);
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

describe('a copy of a database', () => {
  it.each([1, 100, 5_000, 64 * 1024])('is restored from parts of %i bytes and more', async (partBytes) => {
    const copy = await copyParts(partBytes);
    const parts = copy.parts.filter(({ table }) => table === 'organizations');
    expect(parts.length).toBeGreaterThanOrEqual(3);
    for (const { bytes } of parts) expect(bytes.at(-1)).toBe(10);
    expect(await hashOrganizations(await loadCopy(copy))).toEqual(await hashOrganizations(source.pool));
  });

  it.each([997, 65_537])(
    'is restored from parts of %i bytes that may end in the middle of a row',
    async (partBytes) => {
      const copy = cutAnywhere(await copyParts(1024 * 1024), partBytes);
      expect(copy.parts.some(({ bytes }) => bytes.at(-1) !== 10)).toBe(true);
      expect(await hashOrganizations(await loadCopy(copy))).toEqual(await hashOrganizations(source.pool));
    },
  );

  it('isn’t loaded when one of its parts is missing', async () => {
    const copy = cutAnywhere(await copyParts(1024 * 1024), 50_000);
    const at = copy.parts.findIndex(({ table }) => table === 'organizations');
    const parts = copy.parts.filter((_, index) => index !== at + 1);
    await expect(loadCopy({ ...copy, parts })).rejects.toThrow();
    const { rows } = await (databases.at(-1) ?? source).pool.query('select 1 from organizations');
    expect(rows).toEqual([]);
  });
});

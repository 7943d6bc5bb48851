import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { ObjectStore } from '../platform/objects/object-store.ts';

const FILE = new URL('../platform/database/invariants.sql', import.meta.url);

interface Invariant {
  readonly id: string;
  readonly query: string;
}

function readInvariants(): readonly Invariant[] {
  const statements = readFileSync(FILE, 'utf8').split(/;\s*\n/);
  return statements
    .filter((statement) => /\bselect\b/.test(statement))
    .map((query) => ({ id: /^-- (I\d+) /m.exec(query)?.[1] ?? 'unnamed', query }));
}

/** Lists the violated invariants of the database, such as `I3: id of the row`. */
export async function brokenInvariants(pool: pg.Pool): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { id, query } of readInvariants()) {
    const { rows } = await pool.query<{ culprit: string }>(query);
    broken.push(...rows.map((row) => `${id}: ${row.culprit}`));
  }
  return broken;
}

/**
 * Lists the keys of objects that users can see or display, but that are missing in the store or differ from the written
 * bytes. SQL alone can't detect these faults.
 */
export async function missingObjects(
  pool: pg.Pool,
  objects: Pick<ObjectStore, 'head' | 'read'>,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key: string; sha256: string | null }>(
    `select key, sha256 from assets where state = 'stored'
     union all
     select key, null from generation_records r
     cross join lateral (values (r.output_image_url_key), (r.thumb_url_key), (r.standard_output_image_url_key)) as slot (key)
     where r.is_visible and r.deleted_at is null and key is not null`,
  );
  const missing: string[] = [];
  for (const { key, sha256 } of rows) {
    const isThere = (await objects.head(key)) !== null;
    const isWhole = isThere && (sha256 === null || sha256 === sha256Hex(await objects.read(key)));
    if (!isWhole) missing.push(key);
  }
  return missing;
}

const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

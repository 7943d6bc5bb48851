import { readFileSync } from 'node:fs';
import type pg from 'pg';

const FILE = new URL('../storage/invariants.sql', import.meta.url);

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

/** The rules that the data breaks, as `I3: id of the culprit`. */
export async function brokenInvariants(pool: pg.Pool): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { id, query } of readInvariants()) {
    const { rows } = await pool.query<{ culprit: string }>(query);
    broken.push(...rows.map((row) => `${id}: ${row.culprit}`));
  }
  return broken;
}

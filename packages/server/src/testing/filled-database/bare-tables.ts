import type pg from 'pg';

/** A dropped key, index or foreign key, with the statement that recreates it. */
interface StrippedPart {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export interface StrippedParts {
  /** Statements for keys and indexes by table, sorted by decreasing work. */
  readonly byTable: readonly { readonly table: string; readonly statements: readonly string[] }[];
  /** Statements for foreign keys, which are added without validation once all keys are recreated. */
  readonly references: readonly string[];
}

/** Drops keys, indexes and foreign keys of all tables, because filling a table is many times faster without them. */
export async function stripTables(client: pg.ClientBase): Promise<StrippedParts> {
  const parts = async (sql: string): Promise<readonly StrippedPart[]> =>
    (await client.query<StrippedPart>(sql)).rows;
  const constraints = (type: string) =>
    parts(`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype in (${type})`);
  const references = await constraints(`'f'`);
  const keys = await constraints(`'p', 'u'`);
  for (const { table, name } of [...references, ...keys])
    await client.query(`alter table ${table} drop constraint "${name}"`);
  const indexes = await parts(
    `select tablename as table, indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'`,
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  const addPart = ({ table, name, definition }: StrippedPart): string =>
    `alter table ${table} add constraint "${name}" ${definition}`;
  const byTable = Map.groupBy(
    [
      ...keys.map((key) => ({ table: key.table, sql: addPart(key) })),
      ...indexes.map(({ table, definition }) => ({ table, sql: definition })),
    ],
    ({ table }) => table,
  );
  return {
    byTable: [...byTable]
      .map(([table, each]) => ({ table, statements: each.map(({ sql }) => sql) }))
      .toSorted((a, b) => LARGEST.indexOf(b.table) - LARGEST.indexOf(a.table)),
    references: references.map(
      (each) => `${addPart(each)}${each.definition.endsWith('NOT VALID') ? '' : ' not valid'}`,
    ),
  };
}

/** The largest tables, in order of size; all others are small. */
const LARGEST: readonly string[] = [
  'uploads',
  'run_items',
  'assets',
  'tasks',
  'generation_records',
  'generation_requests',
  'ledger_entries',
];

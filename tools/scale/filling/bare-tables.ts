import type pg from 'pg';

/** A name and what makes it again. */
interface Part {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Takes keys, indexes and references off all tables, because a table is filled many times as fast without them.
 * @returns puts them back; references are not looked at again
 */
export async function stripTables(
  client: pg.ClientBase,
): Promise<(say: (line: string) => void) => Promise<void>> {
  const parts = async (sql: string): Promise<readonly Part[]> => (await client.query<Part>(sql)).rows;
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
  return async (say) => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`);
    say('the keys are back');
    for (const { definition } of indexes) await client.query(definition);
    say('the indexes are back');
    for (const { table, name, definition } of references) {
      const unchecked = definition.endsWith('NOT VALID') ? '' : ' not valid';
      await client.query(`alter table ${table} add constraint "${name}" ${definition}${unchecked}`);
    }
  };
}

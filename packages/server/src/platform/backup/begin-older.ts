import { BackupError } from './archive/backup-error.ts';
import { readNewestMigration } from '../database/migrate-database.ts';
import { BEGUN_BY_THE_SCHEMA, connect, listTables } from './database-copy.ts';

/** SQL that drops all tables, functions and enum types of the schema, except functions and types of extensions. */
const DROP_THE_SCHEMA = `
  do $$ declare each record; begin
    for each in
      select format('drop table %s cascade', oid::regclass) as statement, 1 as place from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all select format('drop function %s cascade', oid::regprocedure), 2 from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all select format('drop type %s cascade', oid::regtype), 3 from pg_type t
      where typnamespace = 'public'::regnamespace and typtype = 'e' and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
      order by place
    loop execute each.statement; end loop;
  end $$`;

/**
 * Empties the schema of a database that is newer than the backup but has no rows, for example because a migration job
 * ran first. Migrations also change data, so they have to run after the rows of an older backup are restored. If the
 * database isn't newer, nothing changes.
 * @throws BackupError if any table holds a row, except those in `BEGUN_BY_THE_SCHEMA`
 */
export async function beginOlder(databaseUrl: string, migratedTo: number): Promise<void> {
  const client = await connect(databaseUrl, 'restore');
  try {
    await client.query('begin');
    for (const table of (await listTables(client)).keys()) {
      const name = client.escapeIdentifier(table);
      await client.query(`lock table ${name} in access exclusive mode`);
      const { rows } = await client.query(`select from ${name} limit 1`);
      if (rows.length > 0 && !BEGUN_BY_THE_SCHEMA.has(table))
        throw new BackupError(`The database is not empty: ${table} holds rows.`);
    }
    if ((await readNewestMigration(client)) <= migratedTo) {
      await client.query('rollback');
      return;
    }
    await client.query(DROP_THE_SCHEMA);
    await client.query('delete from drizzle.__drizzle_migrations');
    await client.query('commit');
  } finally {
    await client.end();
  }
}

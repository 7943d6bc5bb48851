import type pg from 'pg';

/** SQL queries for the objects of the schema `public`, by kind. Each returns names and definitions. */
const QUERIES: Readonly<Record<string, string>> = {
  relation: `
    select relname as name, concat_ws(' ', relkind, relpersistence, relreplident, relrowsecurity, reloptions, relacl) as definition
    from pg_class where relnamespace = 'public'::regnamespace`,
  // Column positions are numbered without dropped columns.
  column: `
    select c.relname || '.' || a.attname as name, concat_ws(' ',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity, ''), nullif(a.attgenerated, ''),
      nullif(a.attcollation, 0)::regcollation, a.attstorage, nullif(a.attcompression, ''), nullif(a.attstattarget, -1), a.attoptions, a.attacl
    ) as definition
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind <> 'i'`,
  // NOT NULL constraints, which PostgreSQL 18 lists too, are skipped, because the columns already state them.
  constraint: `
    select conrelid::regclass || '.' || conname as name, concat_ws(' ', pg_get_constraintdef(oid), convalidated) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype not in ('n', 't')`,
  index: `
    select indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered, indisreplident) as definition
    from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace`,
  trigger: `
    select tgrelid::regclass || '.' || tgname as name, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal`,
  function: `
    select oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(oid), proacl) as definition
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  type: `
    select t.typname as name, concat_ws(' ', t.typtype, format_type(nullif(t.typbasetype, 0), t.typtypmod), t.typacl,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)) as definition
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype <> 'b'`,
  sequence: `
    select sequencename::text as name, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, cache_size) as definition
    from pg_sequences where schemaname = 'public'`,
  view: `select viewname::text as name, definition from pg_views where schemaname = 'public'`,
  rule: `select tablename || '.' || rulename as name, definition from pg_rules where schemaname = 'public'`,
  policy: `
    select tablename || '.' || policyname as name, concat_ws(' ', permissive, roles, cmd, qual, with_check) as definition
    from pg_policies where schemaname = 'public'`,
  statistics: `
    select stxname::text as name, pg_get_statisticsobjdef(oid) as definition
    from pg_statistic_ext where stxnamespace = 'public'::regnamespace`,
  extension: 'select extname::text as name, extnamespace::regnamespace::text as definition from pg_extension',
  'privileges of the schema': `
    select nspname::text as name, coalesce(nspacl::text, '') as definition from pg_namespace where nspname = 'public'`,
  comment: `
    select (pg_identify_object(classoid, objoid, objsubid)).identity as name, description as definition
    from pg_description where (pg_identify_object(classoid, objoid, objsubid)).schema = 'public'`,
};

/**
 * Reads all objects of a database's schema, such as `column users.id`, with their definitions as PostgreSQL prints
 * them.
 */
export async function readSchemaObjects(database: pg.Pool | pg.ClientBase): Promise<Map<string, string>> {
  const objects = new Map<string, string>();
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await database.query<{ name: string; definition: string }>(query);
    for (const { name, definition } of rows) objects.set(`${kind} ${name}`, definition);
  }
  return new Map([...objects].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

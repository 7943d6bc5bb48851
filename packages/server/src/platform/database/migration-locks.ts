import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { YIELDING_MS } from './connection.ts';

/**
 * Lock modes: with `exclusive`, other transactions can only read the table; with `access exclusive`, they can't use it
 * at all.
 */
type Mode = 'exclusive' | 'access exclusive';

/** Database objects that exist before the migrations run. */
interface Present {
  /** Tables, the most used first. */
  readonly tables: readonly string[];
  /** Tables by the name of their index or foreign key. Dropping either one blocks reads of these tables. */
  readonly tablesOf: ReadonlyMap<string, readonly string[]>;
  /** Tables linked by foreign keys, in both directions, because writing a row also locks rows of the linked tables. */
  readonly related: ReadonlyMap<string, readonly string[]>;
}

const COMMENT = /--[^\n]*/g;
const CHANGES_ROWS = new Set(['insert', 'update', 'delete', 'with', 'do', 'select']);
const CHANGES_MEANING = new Set(['drop', 'truncate']);

/**
 * Lists the locks that the statements take on existing tables, or a superset; a test compares it with the actual
 * locks.
 */
export function listLocks(statements: readonly string[], present: Present): ReadonlyMap<string, Mode> {
  const locks = new Map<string, Mode>();
  const tables = new Set(present.tables);
  const take = (table: string, mode: Mode): void => {
    if (locks.get(table) !== 'access exclusive') locks.set(table, mode);
  };
  for (const statement of statements) {
    const words = (statement.replace(COMMENT, '').match(/\w+/g) ?? []).map((word) => word.toLowerCase());
    const [verb = '', object = ''] = words;
    // Creating a function takes no locks; the function's statements take theirs when it is called.
    if (verb === 'create' && (object === 'function' || object === 'or')) continue;
    for (const word of words)
      for (const table of present.tablesOf.get(word) ?? []) take(table, 'access exclusive');
    const namedTables = words.filter((word) => tables.has(word));
    for (const table of namedTables)
      take(table, CHANGES_MEANING.has(verb) ? 'access exclusive' : 'exclusive');
    // The statement's own table is the first; other tables in it are referenced by its foreign keys.
    if (verb === 'alter' && object === 'table' && namedTables[0] !== undefined)
      take(namedTables[0], 'access exclusive');
    if (CHANGES_ROWS.has(verb))
      for (const table of namedTables)
        for (const other of present.related.get(table) ?? []) take(other, 'exclusive');
  }
  return new Map(
    present.tables.flatMap((table) => (locks.has(table) ? [[table, locks.get(table) as Mode]] : [])),
  );
}

export async function readPresent(client: pg.ClientBase): Promise<Present> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables where schemaname = 'public'
     order by coalesce(seq_scan, 0) + coalesce(idx_scan, 0) desc, relname`,
  );
  const { rows: indexes } = await client.query<{ name: string; table: string }>(
    `select indexname as name, tablename as table from pg_indexes where schemaname = 'public'`,
  );
  const { rows: keys } = await client.query<{ name: string; from: string; to: string }>(
    `select key.conname as name, child.relname as from, parent.relname as to from pg_constraint key
     join pg_class child on child.oid = key.conrelid join pg_class parent on parent.oid = key.confrelid
     where key.contype = 'f' and key.connamespace = 'public'::regnamespace`,
  );
  const both = keys.flatMap(({ from, to }) => [
    [from, to],
    [to, from],
  ]) as [string, string][];
  return {
    tables: tables.map(({ name }) => name),
    tablesOf: new Map<string, readonly string[]>([
      ...indexes.map(({ name, table }): [string, readonly string[]] => [name, [table]]),
      ...keys.map(({ name, from, to }): [string, readonly string[]] => [name, [from, to]]),
    ]),
    related: new Map(
      [...Map.groupBy(both, ([table]) => table)].map(([table, pairs]) => [
        table,
        pairs.map(([, other]) => other),
      ]),
    ),
  };
}

const LOCK_NOT_AVAILABLE = '55P03';
const ASK_AGAIN_MS = 25;

/**
 * Takes all table locks before the transaction does anything else. So it never waits for a table while other
 * transactions wait for it. Waits for the first lock without holding any, then polls the others until they are free.
 * Polling isn't waiting for PostgreSQL, so it never aborts another transaction to resolve a deadlock with the
 * migration. Gives up with `lock_not_available`.
 */
export async function takeTables(client: pg.ClientBase, locks: ReadonlyMap<string, Mode>): Promise<void> {
  let deadlineMs: number | null = null;
  for (const [table, mode] of locks) {
    const lock = `lock table public.${client.escapeIdentifier(table)} in ${mode} mode`;
    if (deadlineMs === null) {
      await client.query(lock);
      deadlineMs = performance.now() + YIELDING_MS;
      continue;
    }
    for (;;) {
      await client.query('savepoint asking');
      try {
        await client.query(`${lock} nowait`);
        await client.query('release savepoint asking');
        break;
      } catch (error) {
        if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE || performance.now() > deadlineMs)
          throw error;
        await client.query('rollback to savepoint asking');
        await sleep(ASK_AGAIN_MS);
      }
    }
  }
}

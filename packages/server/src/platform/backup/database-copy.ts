import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError } from './archive/backup-error.ts';
import type { CopiedTable } from './archive/manifest.ts';
import { countRows, cutAtRows } from './archive/table-rows.ts';
import { readNewestMigration } from '../database/migrate-database.ts';

/** Part of a table: whole rows in PostgreSQL's text format of COPY. */
export interface TablePart {
  readonly table: string;
  readonly columns: readonly string[];
  readonly number: number;
  readonly bytes: Buffer;
}

export interface DatabaseCopy {
  readonly tables: readonly CopiedTable[];
  readonly migratedTo: number;
  readonly postgres: string;
  /** Object keys that the copied rows reference: of stored assets, and of images in visible History records. */
  readonly namedObjects: ReadonlySet<string>;
}

const CONNECT_TIMEOUT_MS = 15_000;
/** Size from which a part of a table is complete. Each part is held in memory. */
const PART_BYTES = 512 * 1024;
/**
 * Schema to copy. The job queue has its own schema and isn't copied: after a restore, the sweeper and scheduled rounds
 * queue unfinished work again.
 */
const SCHEMA = 'public';

/** Session settings that keep a server's or role's defaults from changing how values are written as text. */
const PLAIN_TEXT = [
  `set client_encoding to 'UTF8'`,
  `set datestyle to 'ISO, MDY'`,
  `set intervalstyle to 'postgres'`,
  'set extra_float_digits to 3',
  'set statement_timeout to 0',
  'set idle_in_transaction_session_timeout to 0',
  `set search_path to ${SCHEMA}`,
];

/** SQL for the object keys of stored assets, and of images in visible History records. */
const NAMED_OBJECTS = `
  select key from assets where state = 'stored'
  union
  select key from generation_records r
  cross join lateral (values (r.output_image_url_key), (r.thumb_url_key), (r.standard_output_image_url_key)) as slot (key)
  where r.is_visible and r.deleted_at is null and key is not null`;

export async function connect(databaseUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `packshot-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // A broken connection also fails the running statement, so the error event is ignored.
  client.on('error', () => {});
  await client.connect();
  for (const statement of PLAIN_TEXT) await client.query(statement);
  return client;
}

/** Lists the product's tables with their columns, except generated columns, sorted by name. */
export async function listTables(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = $1::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
    [SCHEMA],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/**
 * Copies all tables as of one moment, while other connections keep writing.
 * @param partBytes size from which a part of a table is complete
 * @yields the parts, table by table
 * @returns a summary of all parts
 */
export async function* copyDatabase(
  databaseUrl: string,
  partBytes = PART_BYTES,
): AsyncGenerator<TablePart, DatabaseCopy> {
  const client = await connect(databaseUrl, 'backup');
  try {
    await client.query('begin isolation level repeatable read, read only');
    const tables = await listTables(client);
    if (tables.size === 0) throw new BackupError('The database has no tables: there is nothing to back up.');
    await assertNothingElse(client);
    const copied: CopiedTable[] = [];
    for (const [name, columns] of tables) {
      const stream = client.query(copyTo(`copy ${list(name, columns)} to stdout`));
      const partRows: number[] = [];
      for await (const bytes of cutAtRows(stream, partBytes)) {
        yield { table: name, columns, number: partRows.length, bytes };
        partRows.push(countRows(bytes));
      }
      copied.push({ name, columns, rows: stream.rowCount, partRows });
    }
    const namedObjectRows = await client.query<{ key: string }>(NAMED_OBJECTS);
    const version = await client.query<{ server_version: string }>('show server_version');
    return {
      tables: copied,
      migratedTo: await readNewestMigration(client),
      postgres: version.rows[0]?.server_version ?? 'unknown',
      namedObjects: new Set(namedObjectRows.rows.map(({ key }) => key)),
    };
  } finally {
    await client.end();
  }
}

export async function databaseMigration(databaseUrl: string): Promise<number> {
  const client = await connect(databaseUrl, 'backup');
  try {
    return await readNewestMigration(client);
  } finally {
    await client.end();
  }
}

/**
 * Fails if the schema has sequences, partitioned tables, materialized views or foreign tables, because backups don't
 * copy them.
 */
async function assertNothingElse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('S', 'p', 'm', 'f')`,
    [SCHEMA],
  );
  if (rows.length > 0) {
    throw new BackupError(
      `The database has things that a backup does not know: ${rows.map(({ name }) => name).join(', ')}`,
    );
  }
}

const list = (table: string, columns: readonly string[]): string =>
  `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** Tables into which a migration inserts a row. When restoring, the backup's rows replace it. */
export const BEGUN_BY_THE_SCHEMA: ReadonlySet<string> = new Set(['api_call_days_end']);

interface RunningCopy {
  readonly table: string;
  readonly input: PassThrough;
  /** Resolves with the number of rows once the database has accepted them all. */
  readonly rows: Promise<number>;
}

/** Fills the tables of an empty database in one transaction: all of them or none. */
export class DatabaseLoad {
  readonly #client: pg.Client;
  readonly #tables: ReadonlyMap<string, string[]>;
  readonly #foreignKeys: readonly ForeignKey[];
  readonly #rows = new Map<string, number>();
  #copying: RunningCopy | null = null;

  private constructor(
    client: pg.Client,
    tables: ReadonlyMap<string, string[]>,
    foreignKeys: readonly ForeignKey[],
  ) {
    this.#client = client;
    this.#tables = tables;
    this.#foreignKeys = foreignKeys;
  }

  /**
   * Begins to fill a database.
   * @throws BackupError if any table holds a row, except those in `BEGUN_BY_THE_SCHEMA`
   */
  static async begin(databaseUrl: string): Promise<DatabaseLoad> {
    const client = await connect(databaseUrl, 'restore');
    try {
      await client.query('begin');
      const tables = await listTables(client);
      for (const table of tables.keys()) {
        const name = pg.escapeIdentifier(table);
        await client.query(`lock table ${name} in access exclusive mode`);
        const { rows } = await client.query(`select from ${name} limit 1`);
        if (rows.length > 0 && !BEGUN_BY_THE_SCHEMA.has(table))
          throw new BackupError(`The database is not empty: ${table} holds rows.`);
        // Disables triggers, because restored rows must not be checked and announced like new ones.
        await client.query(`alter table ${name} disable trigger user`);
      }
      const foreignKeys = await dropForeignKeys(client);
      return new DatabaseLoad(client, tables, foreignKeys);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /**
   * Adds the next part of a table. A part may end anywhere, because one COPY statement receives all parts of a table.
   * Parts of a table must be added consecutively, with the columns of the manifest.
   */
  async add(
    { name, columns }: { readonly name: string; readonly columns: readonly string[] },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if (this.#copying?.table !== name) {
      await this.#endCopying();
      this.#copying = await this.#beginCopying(name, columns);
    }
    const { rows, input } = this.#copying;
    try {
      await pipeline(bytes, input, { end: false });
    } catch (error) {
      // A failed COPY closes its input; the error of the COPY statement is more specific, so it is thrown instead.
      if (input.closed) await rows;
      throw error;
    }
  }

  async #beginCopying(table: string, columns: readonly string[]): Promise<RunningCopy> {
    const knownColumns = this.#tables.get(table);
    if (knownColumns === undefined || columns.some((column) => !knownColumns.includes(column))) {
      throw new BackupError(`The backup has a table that this schema does not: ${table}`);
    }
    if (this.#rows.has(table)) throw new BackupError(`The parts of ${table} don't follow each other.`);
    if (BEGUN_BY_THE_SCHEMA.has(table)) {
      await this.#client.query(`delete from ${pg.escapeIdentifier(table)}`);
    }
    const input = new PassThrough();
    const stream = this.#client.query(copyFrom(`copy ${list(table, columns)} from stdin`));
    const rows = pipeline(input, stream).then(() => stream.rowCount);
    // The promise's errors are handled later, when it is awaited with the next part or at the end of the table.
    rows.catch(() => undefined);
    return { table, input, rows };
  }

  async #endCopying(): Promise<void> {
    if (this.#copying === null) return;
    const { table, input, rows } = this.#copying;
    input.end();
    this.#rows.set(table, await rows);
    this.#copying = null;
  }

  /** Compares the loaded rows with the expected ones, checks every reference between tables, then commits. */
  async commit(expected: readonly CopiedTable[]): Promise<void> {
    await this.#endCopying();
    for (const { name, rows } of expected) {
      const countedRows = this.#rows.get(name) ?? 0;
      if (countedRows !== rows) {
        throw new BackupError(`${name} has ${String(countedRows)} rows; the backup says ${String(rows)}.`);
      }
    }
    for (const { table, name, definition } of this.#foreignKeys) {
      await this.#client.query(
        `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
      );
    }
    for (const table of this.#tables.keys()) {
      await this.#client.query(`alter table ${pg.escapeIdentifier(table)} enable trigger user`);
    }
    await this.#client.query('commit');
    await this.#client.query('analyze');
  }

  /** Closes the connection. Without a commit, the database is unchanged. */
  async close(): Promise<void> {
    this.#copying?.input.destroy();
    await this.#client.end();
  }
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Drops the foreign keys. They are added again after the last row, which checks every reference. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace order by oid`,
    [SCHEMA],
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  return rows;
}

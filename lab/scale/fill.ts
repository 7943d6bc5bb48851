// node lab/scale/fill.ts --folder /var/tmp/scale --tasks 1000000
//
// Creates the database of a product that has been busy for 400 days, in an embedded PostgreSQL of its own that keeps
// running: by default 10 million tasks, 5 million records, 20 million ledger lines and 100,000 users, which take 25 GB.
// `node lab/scale/queries.ts` measures the product with it. Ends at once if the database exists already.
import pg from 'pg';
import { parseArgs } from 'node:util';
import { migrateQueue } from '../../packages/server/src/platform/queue/pg-boss-queue.ts';
import { migrateDatabase } from '../../packages/server/src/platform/database/migrate-database.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { startEmbeddedPostgres } from '../../tools/launch/postgres/embedded-postgres.ts';
import { fillDatabase } from '../../packages/server/src/testing/filled-database/fill-database.ts';

const { folder, tasks } = parseArgs({
  options: { folder: { type: 'string' }, tasks: { type: 'string', default: '10000000' } },
}).values;
if (folder === undefined) throw new Error('Say where: --folder /var/tmp/scale');
// Without fsync: after a power failure, the database can be filled again.
const SERVER = { folder, durability: 'none', maxConnections: 60 } as const;
/** Settings of PostgreSQL while the database is filled: less write-ahead logging, and no vacuuming. */
const FILLING = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  shared_buffers: '1GB',
};

const startedMs = performance.now();
const say = (line: string): void =>
  console.error(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const filling = await startEmbeddedPostgres({ ...SERVER, settings: FILLING });
await migrateDatabase(filling.url, () => migrateQueue(filling.url, silentLogger));
await fillDatabase(filling.url, Number(tasks), say);
await filling.stop();
const { url } = await startEmbeddedPostgres(SERVER);
const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows } = await client.query<{ size: string }>(
  'select pg_size_pretty(pg_database_size(current_database())) as size',
);
say(`done: ${rows[0]?.size ?? ''}`);
await client.end();

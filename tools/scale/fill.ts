// node tools/scale/fill.ts --folder /var/tmp/scale --tasks 1000000
//
// Makes a database of a studio that has been busy for 400 days, in an embedded PostgreSQL of its own that keeps running: 10 million
// tasks, 5 million records, 20 million ledger lines and 100,000 users by default, which takes 25 GB. `node tools/scale/queries.ts`
// measures the product on it. Ends at once when the database is there already.
import pg from 'pg';
import { parseArgs } from 'node:util';
import { migrateQueue } from '../../packages/server/src/jobs/pg-boss-queue.ts';
import { migrateDatabase } from '../../packages/server/src/storage/migrate-database.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { startEmbeddedPostgres } from '../launch/postgres/embedded-postgres.ts';
import { fillDatabase } from './filling/fill-database.ts';

const { folder, tasks } = parseArgs({
  options: { folder: { type: 'string' }, tasks: { type: 'string', default: '10000000' } },
}).values;
if (folder === undefined) throw new Error('Say where: --folder /var/tmp/scale');

const startedMs = performance.now();
const say = (line: string): void =>
  console.error(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}`);
// A power failure while it is filled costs nothing but the time.
const { url } = await startEmbeddedPostgres({ folder, durability: 'none', maxConnections: 60 });
await migrateDatabase(url, () => migrateQueue(url, silentLogger));
const client = new pg.Client({ connectionString: url });
await client.connect();
await fillDatabase(client, Number(tasks), say);
const { rows } = await client.query<{ size: string }>(
  'select pg_size_pretty(pg_database_size(current_database())) as size',
);
say(`done: ${rows[0]?.size ?? ''}`);
await client.end();

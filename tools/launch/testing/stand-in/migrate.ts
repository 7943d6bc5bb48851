// Fake migrations for the launcher's own tests. If STAND_IN_MIGRATION_WAITS is the path of a folder, it writes the
// chosen port into the folder and waits for a file `go` in it.
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

if (process.env['STAND_IN_MIGRATION_FAILS']) throw new Error('relation "credits" already exists');
const folder = process.env['STAND_IN_MIGRATION_WAITS'];
if (folder) {
  writeFileSync(join(folder, 'port.new'), process.env['PORT'] ?? '');
  renameSync(join(folder, 'port.new'), join(folder, 'port'));
  while (!existsSync(join(folder, 'go'))) await sleep(20);
}
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz DEFAULT now())');
await client.query('INSERT INTO starts DEFAULT VALUES');
await client.end();

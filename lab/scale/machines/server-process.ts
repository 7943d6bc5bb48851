// Runs the database or the object store on its machine: node server-process.ts database|store ADDRESS FOLDER. Reports
// its address to the parent process, and ends with it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startCephGateway } from '../../../tools/launch/ceph-gateway.ts';
import { startEmbeddedPostgres } from '../../../tools/launch/postgres/embedded-postgres.ts';

const [kind = '', address = '', folder = ''] = process.argv.slice(2);

async function startDatabase() {
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    maxConnections: 200,
    listenAddresses: `127.0.0.1,${address}`,
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ hba_file: string }>('show hba_file');
  appendFileSync(rows[0]?.hba_file ?? '', `host all all ${address}/24 scram-sha-256\n`);
  await client.query('select pg_reload_conf()');
  await client.end();
  const url = new URL(postgres.url);
  url.hostname = address;
  return { place: { url: url.href }, stop: () => postgres.stop() };
}

async function startStore() {
  const { stop, ...place } = await startCephGateway(address);
  return { place, stop };
}

const server = await (kind === 'database' ? startDatabase() : startStore());
process.send?.(server.place);
const stop = () => void server.stop().finally(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);

// Measurement that starts its database and then waits, for a test that kills it.
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { endDatabaseWithUs } from '../end-with-us.ts';

const [folder = ''] = process.argv.slice(2);
const database = join(folder, 'postgres');
endDatabaseWithUs(database, folder);
const { pid } = await startEmbeddedPostgres({ folder: database, durability: 'none' });
process.stdout.write(`${pid}\n`);
setInterval(() => {}, 60_000);

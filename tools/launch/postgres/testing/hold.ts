// Starts the database and then waits, for tests that kill this process.
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const [folder = ''] = process.argv.slice(2);
const { pid, port, wasAdopted, url } = await startEmbeddedPostgres({ folder, durability: 'none' });
process.stdout.write(`${JSON.stringify({ pid, port, wasAdopted, url })}\n`);
setInterval(() => {}, 60_000);

// Fake API for the launcher's own tests: answers, crashes and exits on request.
import { createServer } from 'node:http';
import pg from 'pg';

if (process.env['STAND_IN_API_FAILS'])
  throw new Error('the configuration is not valid: S3_BUCKET is missing');

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
pool.on('error', () => {});
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(3);
  pool.query('SELECT count(*)::int AS started FROM starts').then(
    ({ rows }) => response.end(JSON.stringify({ pid: process.pid, ...(rows[0] as object) })),
    (error: unknown) => response.writeHead(503).end(String(error)),
  );
});
server.listen(Number(process.env['PORT']), process.env['HOST'], () => process.send?.({ type: 'listening' }));
process.stdout.write(`${JSON.stringify({ level: 30, msg: 'an ordinary line' })}\n`);
process.stdout.write(`${JSON.stringify({ level: 40, msg: 'something to worry about' })}\n`);

const end = () => process.exit(0);
process.on('SIGTERM', end);
process.on('disconnect', end);

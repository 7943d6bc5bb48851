// Process that never stops leading a round: node held-lock-process.ts DATABASE_URL. A scenario disconnects its machine
// to measure how long the lead blocks others.
import { openPool } from '../../../packages/server/src/platform/database/connection.ts';
import { asLeader } from '../../../packages/server/src/platform/database/leadership.ts';
import { silentLogger } from '../../../packages/server/src/testing/silent-logger.ts';

const pool = openPool(process.argv[2] ?? '', 2, 'worker', silentLogger);
await asLeader(pool, 'renew', () => {
  process.send?.('leads');
  return new Promise<never>(() => {
    setInterval(() => undefined, 60_000);
  });
});

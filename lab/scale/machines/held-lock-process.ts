// A process that leads a round for good: node held-lock-process.ts DATABASE_URL. What becomes of its lead when its machine is gone?
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

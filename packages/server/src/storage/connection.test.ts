import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../testing/silent-logger.ts';
import { startTcpGate } from '../testing/tcp-gate.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { openPool } from './connection.ts';
import { asLeader } from './leadership.ts';

/** As `npm run bench -- machines` does it with real machines, and in full. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

describe('a machine whose cable is pulled', () => {
  it('gives up what it waits for, and goes on by other connections when the cable is back', async () => {
    const { hostname, port, ...rest } = new URL(database.url);
    const gate = await startTcpGate({ host: hostname, port: Number(port) });
    const url = Object.assign(new URL(database.url), rest, { port: gate.port });
    const pool = openPool(url.href, 1, 'test', silentLogger, 200);
    await asLeader(pool, 'sweep', async () => {});

    gate.stall();
    await expect(asLeader(pool, 'sweep', async () => {})).rejects.toThrow('timeout');
    await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
    await pool.end();
    await gate.shut();
  });

  it('is noticed by the database before anybody misses what it led', async () => {
    const { rows } = await database.pool.query<{ name: string; seconds: number }>(
      `select name, setting::integer / case unit when 'ms' then 1000 else 1 end as seconds from pg_settings where name like 'tcp\\_%'`,
    );
    const { tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, tcp_user_timeout } =
      Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]));
    const idleS = (tcp_keepalives_idle ?? 0) + (tcp_keepalives_interval ?? 0) * (tcp_keepalives_count ?? 0);
    expect([idleS, tcp_user_timeout]).toEqual([25, 25]);
  });
});

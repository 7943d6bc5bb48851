import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../testing/silent-logger.ts';
import { startTcpGate } from '../../testing/tcp-gate.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { createExecutor, NAMED_BY_CONNECTION, openPool } from './connection.ts';
import { asLeader, LEAD_TASKS, workerPoolSize } from './leadership.ts';
import { sql } from './orm.ts';

/** Tests database connections on one machine. `npm --prefix lab run machines` tests them across several. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

describe('an idle connection', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stays open with its query plans during a pause, and is finally closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pool = openPool(database.url, 1, 'test', silentLogger);
    await pool.query('select 1');
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(pool.totalCount).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(pool.totalCount).toBe(0);
    await pool.end();
  });
});

describe('a query', () => {
  it('runs in one database process, even if PostgreSQL would use several', async () => {
    const pool = openPool(database.url, 1, 'test', silentLogger);
    const server = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::integer as version`,
    );
    const version = server.rows[0]?.version ?? 0;
    // The setting that forces parallel queries had another name before PostgreSQL 16.
    await pool.query(`set ${version >= 160_000 ? 'debug_parallel_query' : 'force_parallel_mode'} = on`);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      'explain select count(*) from generate_series(1, 10)',
    );
    await pool.end();
    expect(rows.filter((row) => row['QUERY PLAN'].includes('Gather'))).toEqual([]);
  });
});

describe('a worker that runs every exclusive background task at once', () => {
  it('has connections left for the work of these tasks', async () => {
    const pool = openPool(database.url, workerPoolSize(1), 'test', silentLogger);
    const everybody = Promise.withResolvers<void>();
    let leading = 0;
    const led = LEAD_TASKS.map((task) =>
      asLeader(pool, task, async () => {
        leading += 1;
        if (leading === LEAD_TASKS.length) everybody.resolve();
        await everybody.promise;
        return (await pool.query('select 1')).rowCount;
      }),
    );
    expect(await Promise.all(led)).toEqual(LEAD_TASKS.map(() => 1));
    await pool.end();
  });
});

describe('a lost network connection', () => {
  it('ends pending queries with an error, and new connections work once the network is back', async () => {
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

  it('is detected by the database within 25 seconds, so that another worker can become the leader', async () => {
    const { rows } = await database.pool.query<{ name: string; seconds: number }>(
      `select name, setting::integer / case unit when 'ms' then 1000 else 1 end as seconds from pg_settings where name like 'tcp\\_%'`,
    );
    const { tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, tcp_user_timeout } =
      Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]));
    const idleS = (tcp_keepalives_idle ?? 0) + (tcp_keepalives_interval ?? 0) * (tcp_keepalives_count ?? 0);
    expect([idleS, tcp_user_timeout]).toEqual([25, 25]);
  });
});

describe('a statement with parameters', () => {
  it('is planned once per connection, for any values, and the number of plans is limited', async () => {
    const pool = openPool(database.url, 1, 'test', silentLogger);
    for (const value of [1, 2, 3]) {
      const { rows } = await pool.query<{ double: number }>('select $1::integer * 2 as double', [value]);
      expect(rows).toEqual([{ double: value * 2 }]);
    }
    const listPrepared = async () =>
      (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows;
    expect(await listPrepared()).toEqual([{ statement: 'select $1::integer * 2 as double' }]);
    for (let column = 0; column < 500; column += 1)
      expect(await pool.query(`select $1::text as c${column}`, ['x'])).toMatchObject({ rowCount: 1 });
    expect(await listPrepared()).toHaveLength(400);
    await pool.end();
  });

  it('is prepared once too if its SQL is built in advance', async () => {
    const pool = openPool(database.url, 1, 'test', silentLogger);
    const query = createExecutor(pool)
      .select({ double: sql<number>`${sql.placeholder('value')}::integer * 2` })
      .from(sql`(values (1)) as one`)
      .prepare(NAMED_BY_CONNECTION);
    for (const value of [1, 2]) expect(await query.execute({ value })).toEqual([{ double: value * 2 }]);
    const { rows } = await pool.query(
      'select generic_plans + custom_plans as runs from pg_prepared_statements',
    );
    expect(rows).toEqual([{ runs: '2' }]);
    await pool.end();
  });

  it('still works after a newer release adds a column to its table', async () => {
    const pool = openPool(database.url, 1, 'test', silentLogger);
    await pool.query('create table kept (id integer)');
    const read = () => pool.query('select id from kept where id = $1', [1]);
    await read();
    await pool.query('alter table kept add note text');
    expect(await read()).toMatchObject({ rowCount: 0 });
    await pool.end();
  });

  it('is planned again when it selects all columns and one is added, even on a connection in use', async () => {
    const pool = openPool(database.url, 1, 'test', silentLogger);
    await pool.query('create table all_kept (id integer)');
    const client = await pool.connect();
    const read = () => client.query('select * from all_kept where id = $1', [1]);
    await read();
    await client.query('alter table all_kept add note text');
    await expect(read()).rejects.toThrow('cached plan');
    expect((await read()).fields.map(({ name }) => name)).toEqual(['id', 'note']);
    client.release();
    await pool.end();
  });
});

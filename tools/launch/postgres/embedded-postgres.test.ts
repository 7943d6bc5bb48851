import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaunchError } from '../launch-error.ts';
import { canEnter, postgresAccount } from './account.ts';
import { installedPackage, locateBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';
import { SYSTEM_FOLDER } from './place.ts';
import { isAlive } from './postmaster-file.ts';
import { putReadyCluster } from './testing/ready-cluster.ts';

const isRoot = process.getuid?.() === 0;

let base: string;
let folder: string;
const started: EmbeddedPostgres[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'packshot pg ü-'));
  // If the tests run as root, PostgreSQL's account must be able to pass through this folder.
  await chmod(base, 0o755);
  folder = join(base, 'postgres');
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await rm(base, { recursive: true, force: true });
});

const start = async (options: Partial<EmbeddedPostgresOptions> = {}) => {
  const server = await startEmbeddedPostgres({ folder, durability: 'none', ...options });
  started.push(server);
  return server;
};

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Runs `hold.ts`, which starts the database, in a separate process and waits for its first line. */
const hold = async (ids: { uid?: number; gid?: number } = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'hold.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...ids,
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    return {
      child,
      ...(JSON.parse(line) as { pid: number; port: number; wasAdopted: boolean; url: string }),
    };
  }
  throw new Error('the process ended without a word');
};

describe('the first start of PostgreSQL', () => {
  it('creates a database with UTF-8, UTC and fsync, and returns its address', async () => {
    const server = await start({ durability: 'full' });
    expect(server.wasAdopted).toBe(false);
    expect(runningPostgresUrl(folder)).toBe(server.url);
    const [row] = await query(
      server.url,
      `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
              current_setting('timezone') AS zone, current_setting('fsync') AS fsync, upper('äé') AS upper`,
    );
    expect(row).toMatchObject({
      database: 'packshot',
      encoding: 'UTF8',
      zone: 'UTC',
      fsync: 'on',
      upper: 'ÄÉ',
    });
  });

  it('requires the password, which only its owner can read', async () => {
    await putReadyCluster(folder);
    const server = await start();
    const withoutPassword = server.url.replace(/:[^:@]*@/, ':wrong@');
    await expect(query(withoutPassword, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const { mode } = await stat(join(folder, 'password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('listens on the loopback interface only', async () => {
    await putReadyCluster(folder);
    const server = await start();
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address && !address.internal && address.family === 'IPv4');
    for (const address of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect(server.port, address?.address);
        socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused'));
      });
      expect(outcome).toBe('refused');
    }
  });

  it('starts over when an earlier start was killed while creating the cluster', async () => {
    await mkdir(join(folder, 'data.new', 'base'), { recursive: true });
    await writeFile(join(folder, 'data.new', 'PG_VERSION'), '18');
    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'data.new'))).toBe(false);
  });
});

describe('stopping and restarting PostgreSQL', () => {
  beforeEach(() => putReadyCluster(folder));

  it('ends the server and keeps the data', async () => {
    const first = await start({ durability: 'full' });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(runningPostgresUrl(folder)).toBeNull();
    await first.exited;
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('recovers committed data after kill -9 of the server, on the same port', async () => {
    const first = await start({ durability: 'full' });
    await query(first.url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = await start({ durability: 'full' });
    expect(second).toMatchObject({ wasAdopted: false, port: first.port });
    expect(await query(second.url, 'SELECT count(*)::int AS count FROM kept')).toEqual([{ count: 1000 }]);
  });

  it('adopts the server of a killed launcher', async () => {
    const orphaned = await hold();
    orphaned.child.kill('SIGKILL');
    const server = await start();
    expect(server).toMatchObject({ wasAdopted: true, pid: orphaned.pid, url: orphaned.url });
    await server.stop();
    expect(isAlive(orphaned.pid)).toBe(false);
  });

  it('ignores a stale file whose process ID now belongs to another program', async () => {
    const first = await start();
    const file = join(folder, 'data', 'postmaster.pid');
    const stale = (await readFile(file, 'utf8')).replace(/^\d+/, String(process.pid));
    await first.stop();
    await writeFile(file, stale);
    const second = await start();
    expect(second.wasAdopted).toBe(false);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('takes another port when the last one is in use', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(first.port, '127.0.0.1');
    const second = await start();
    squatter.close();
    expect(second.port).not.toBe(first.port);
  });
});

describe('PostgreSQL on a busy or broken machine', () => {
  beforeEach(() => putReadyCluster(folder));

  /**
   * Replaces PostgreSQL's program by a script that first runs a command. The script may write files into its folder.
   */
  const delayStart = async (before: string): Promise<PostgresBinaries> => {
    const real = locateBinaries(postgresAccount(join(folder, 'data')), SYSTEM_FOLDER);
    await chmod(base, 0o777);
    const postgres = join(base, 'delayed');
    await writeFile(postgres, `#!/bin/sh\n${before}\nexec '${real.postgres}' "$@"\n`, { mode: 0o755 });
    return { ...real, postgres };
  };

  it('is awaited until the new process is recognizable as PostgreSQL', async () => {
    const server = await start({ binaries: await delayStart('sleep 0.5') });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('takes another port when another program takes the chosen port before the server listens', async () => {
    const portFile = join(base, 'port');
    const go = join(base, 'go');
    const binaries = await delayStart(
      `printf '%s\\n' "$@" | sed -n 's/^port=//p' > '${portFile}.new'; mv '${portFile}.new' '${portFile}'\n` +
        `while [ ! -e '${go}' ]; do sleep 0.05; done`,
    );
    const starting = start({ binaries });
    const port = await vi.waitFor(async () => Number(await readFile(portFile, 'utf8')), { timeout: 20_000 });
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    await writeFile(go, '');
    const server = await starting;
    squatter.close();
    expect(server.port).not.toBe(port);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports how the server ended, with its own last log lines and not an earlier server’s', async () => {
    await (await start()).stop();
    await appendFile(join(folder, 'postgres.log'), 'could not bind: Address already in use\n');
    await appendFile(join(folder, 'data', 'postgresql.conf'), 'no_such_setting = 1\n');
    const refusal = await start().catch(String);
    expect(refusal).toMatch(/it ended with code 1.*no_such_setting/s);
    expect(refusal).not.toContain('already in use');
    const silent = await start({ binaries: await delayStart('exit 7') }).catch(String);
    expect(silent).toContain('it ended with code 7. It has written nothing into its log.');
  });

  it('recovers at the next start when a power failure left a broken postmaster.pid', async () => {
    const file = join(folder, 'data', 'postmaster.pid');
    for (const remnant of ['', '\0'.repeat(90), '12', 'postmaster\n\n\n']) {
      const server = await start({ durability: 'full' });
      expect(server.wasAdopted).toBe(false);
      await query(server.url, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer');
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      await writeFile(file, remnant);
    }
    const last = await start();
    expect(await query(last.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('leaves a running server alone despite a broken postmaster.pid', async () => {
    const running = await start();
    const file = join(folder, 'data', 'postmaster.pid');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, '');
    await expect(start()).rejects.toThrow(`A PostgreSQL (process ${String(running.pid)}) uses`);
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    // Repairs the file, because PostgreSQL shuts itself down when it is damaged, and this test needs a normal stop.
    await writeFile(file, whole);
  });
});

it('PostgreSQL runs once when two processes start it in parallel, and both can use it', async () => {
  const [one, other] = await Promise.all([hold(), hold()]);
  try {
    expect(one.pid).toBe(other.pid);
    expect(one.wasAdopted).toBe(!other.wasAdopted);
    expect(await query(one.url, 'SELECT 1 AS one')).toEqual(await query(other.url, 'SELECT 1 AS one'));
  } finally {
    one.child.kill('SIGKILL');
    other.child.kill('SIGKILL');
    await start();
  }
});

describe('PostgreSQL data that can’t be started', () => {
  it('is refused with advice if it has another major version, and isn’t changed', async () => {
    await putReadyCluster(folder);
    const server = await start();
    await server.stop();
    const file = join(folder, 'data', 'PG_VERSION');
    await writeFile(file, '17\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17.*npm start brings it/s);
    expect(await readFile(file, 'utf8')).toBe('17\n');
    await writeFile(file, '99\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 99.*Go back to the release that made it/s);
  });

  it('is refused with advice if the folder isn’t a cluster', async () => {
    await mkdir(join(folder, 'data'), { recursive: true });
    await expect(start()).rejects.toBeInstanceOf(LaunchError);
  });

  it('is refused with advice if the cluster’s password is lost', async () => {
    await putReadyCluster(folder);
    const server = await start();
    await server.stop();
    await rm(join(folder, 'password'));
    await expect(start()).rejects.toThrow(/password is missing/);
  });

  it('is refused on a platform without a PostgreSQL package, with DATABASE_URL as advice', () => {
    expect(() => installedPackage('sunos', 'sparc')).toThrow(
      /no embedded PostgreSQL for sunos-sparc.*DATABASE_URL/s,
    );
  });
});

describe.runIf(isRoot)('PostgreSQL started by root', () => {
  it('runs the server under another account', async () => {
    await putReadyCluster(folder);
    const server = await start();
    const status = await readFile(`/proc/${String(server.pid)}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
  });

  it('keeps the cluster elsewhere when that account can’t enter the folder, and finds it again', async () => {
    await chmod(base, 0o700);
    const first = await start();
    expect(first.note).toContain('/var/lib/packshot/');
    const location = JSON.parse(await readFile(join(folder, 'location.json'), 'utf8')) as { folder: string };
    try {
      await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n');
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
      await second.stop();
    } finally {
      await rm(location.folder, { recursive: true, force: true });
    }
  });

  it('refuses a copy of a folder whose cluster is elsewhere, instead of sharing its database', async () => {
    await mkdir(folder);
    await writeFile(
      join(folder, 'location.json'),
      JSON.stringify({ askedFolder: '/elsewhere', folder: '/nowhere' }),
    );
    await expect(start()).rejects.toThrow(/moved or copied from \/elsewhere/);
  });

  const nobody = { uid: 65534, gid: 65534 };
  it.runIf(canEnter(nobody, import.meta.dirname))('can also be run by an ordinary user', async () => {
    await chmod(base, 0o777);
    const holder = await hold(nobody);
    try {
      const { uid } = await stat(join(folder, 'data'));
      expect(uid).toBe(nobody.uid);
      expect(await query(holder.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      holder.child.kill('SIGKILL');
      process.kill(holder.pid, 'SIGINT');
      // Waits for the end of the server, which writes to its folder until then and removes this file last.
      await vi.waitFor(() => expect(existsSync(join(folder, 'data', 'postmaster.pid'))).toBe(false), 20_000);
    }
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPlayground, launch, listProcesses, makeReady, signalAll } from './testing/launched.ts';
import type { Launched, Playground } from './testing/launched.ts';

let playground: Playground;
const commands: Launched[] = [];

beforeEach(async () => {
  playground = await createPlayground();
});
afterEach(async () => {
  for (const command of commands.splice(0)) {
    command.child.kill('SIGTERM');
    await command.ended;
  }
  signalAll(playground.folder, 'SIGKILL');
  await playground.remove();
});

const start = (change: NodeJS.ProcessEnv = {}, ...args: string[]) => {
  const command = launch({ ...playground.env, ...change }, ...args);
  commands.push(command);
  return command;
};

const ask = async (url: string) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(response.status)} ${await response.text()}`);
  return (await response.json()) as { pid: number; started: number };
};

const eventually = async <Value>(what: () => Promise<Value> | Value, timeoutMs = 20_000): Promise<Value> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await what();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
};

/** Starts a foreign server on a port, which responds as if all were well. Closes it at once unless `isToStay`. */
const occupyPort = async (
  requestedPort: number,
  isToStay = false,
): Promise<{ port: number; close(): void }> => {
  const server = createHttpServer((_request, response) => response.end('{}')).listen(
    requestedPort,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  if (!isToStay) await new Promise((resolve) => server.close(resolve));
  return { port, close: () => server.close() };
};

const expectNothingRuns = ({ folder }: Playground = playground) =>
  eventually(() => expect(listProcesses(folder)).toEqual([]), 15_000);

const postmasterPid = ({ dataFolder }: Playground = playground) =>
  Number(readFileSync(join(dataFolder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('npm start', () => {
  it('starts everything on a new machine, prints the address, and leaves nothing running after Ctrl-C; the next start keeps the data and is faster, because it neither builds nor compiles again', async () => {
    const command = start({ NODE_COMPILE_CACHE: '' });
    const url = await command.url();
    expect((await ask(url)).started).toBe(1);
    expect(command.output).toContain('something to worry about');
    expect(command.output).not.toContain('an ordinary line');
    expect(await readFile(join(playground.dataFolder, 'logs', 'api.log'), 'utf8')).toContain(
      'an ordinary line',
    );

    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    expect(listProcesses(playground.folder)).toEqual([]);

    expect(existsSync(join(playground.folder, 'cache', 'compile-cache'))).toBe(true);
    const next = start();
    expect((await ask(await next.url())).started).toBe(2);
    expect(command.output).toMatch(/Web app: built in/);
    expect(next.output).toMatch(/Web app: unchanged/);
  });

  it('kills processes that ignore the signal', async () => {
    await makeReady(playground);
    const command = start({ STAND_IN_WORKER_HANGS: '1' });
    await command.url();
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    expect(listProcesses(playground.folder)).toEqual([]);
  });

  it('stops cleanly when all processes get the signal at once, as from a service manager', async () => {
    await makeReady(playground);
    const command = start();
    await command.url();
    signalAll(playground.folder, 'SIGTERM');
    expect(await command.ended).toBe(0);
    expect(listProcesses(playground.folder)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'stops everything at %s when its output has no reader, as after its terminal is closed',
    async (signal) => {
      await makeReady(playground);
      const command = start();
      await command.url();
      command.child.stdout?.destroy();
      command.child.stderr?.destroy();
      command.child.kill(signal);
      await command.ended;
      expect(listProcesses(playground.folder)).toEqual([]);
    },
  );

  it('can be stopped while it is starting', async () => {
    await makeReady(playground);
    const command = start();
    await command.until(/Web app|Database/);
    command.child.kill('SIGTERM');
    await command.ended;
    await expectNothingRuns();
  });

  it('runs the number of workers that WORKERS sets', async () => {
    await makeReady(playground);
    const command = start({ WORKERS: '3' });
    await command.url();
    for (const name of ['worker-1', 'worker-2', 'worker-3']) {
      const log = join(playground.dataFolder, 'logs', `${name}.log`);
      await eventually(async () => expect(await readFile(log, 'utf8')).toContain('"pid"'));
    }
  });

  it('reports why the API or the migrations failed, and leaves nothing running', async () => {
    await makeReady(playground);
    const failing = start({ STAND_IN_API_FAILS: '1' });
    expect(await failing.ended).toBe(1);
    expect(failing.output).toContain('S3_BUCKET is missing');
    await expectNothingRuns();
    const unmigrated = start({ STAND_IN_MIGRATION_FAILS: '1' });
    expect(await unmigrated.ended).toBe(1);
    expect(unmigrated.output).toContain('relation "credits" already exists');
    await expectNothingRuns();
  });
});

describe('npm start with unsuitable ports and folders', () => {
  it('refuses a PORT that is in use', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const { port } = squatter.address() as { port: number };
    const command = start({ PORT: String(port) });
    expect(await command.ended).toBe(1);
    expect(command.output).toContain(`Port ${String(port)} is in use`);
    squatter.close();
  });

  it('takes another port when another program takes the chosen port meanwhile, but not if PORT was set', async () => {
    await makeReady(playground);
    const { port: freeOne } = await occupyPort(0);
    for (const fixedPort of [null, freeOne]) {
      for (const name of ['port', 'go']) await rm(join(playground.folder, name), { force: true });
      const command = start({ PORT: String(fixedPort ?? 0), STAND_IN_MIGRATION_WAITS: playground.folder });
      const selectedPort = Number(await eventually(() => readFile(join(playground.folder, 'port'), 'utf8')));
      const squatter = await occupyPort(selectedPort, true);
      await writeFile(join(playground.folder, 'go'), '');
      if (fixedPort === null) {
        const url = await command.url();
        expect(url).not.toBe(`http://localhost:${String(selectedPort)}`);
        expect((await ask(url)).started).toBe(1);
        command.child.kill('SIGTERM');
      }
      expect(await command.ended).toBe(fixedPort === null ? 0 : 1);
      if (fixedPort !== null) expect(command.output).toContain('EADDRINUSE');
      squatter.close();
    }
  });

  it('refuses an invalid PORT', async () => {
    const command = start({ PORT: 'abc' });
    expect(await command.ended).toBe(1);
    expect(command.output).toContain('PORT is "abc"');
  });

  it('refuses a data folder that is in use, and names its address', async () => {
    await makeReady(playground);
    const first = start();
    const url = await first.url();
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(url);
    expect(second.output).toContain('npm run worker');
    expect((await ask(url)).started).toBe(1);
  });

  it('refuses a data folder that it cannot create', async () => {
    await writeFile(join(playground.folder, 'file'), '');
    const command = start({ DATA_DIR: join(playground.folder, 'file', 'data') });
    expect(await command.ended).toBe(1);
    expect(command.output).toContain('DATA_DIR chooses another');
  });
});

describe('a server reachable from other machines', () => {
  const MISSING = 'NODE_ENV=production\nPUBLIC_URL=https://studio.example.com\nTRUST_PROXY=127.0.0.1\n';

  it('doesn’t start in development mode, and lists missing settings before anything else runs', async () => {
    for (const [change, command] of [
      [{ HOST: '0.0.0.0' }, []],
      [{ HOST: '0.0.0.0' }, ['worker']],
    ] as const) {
      const refused = start({ NODE_ENV: '', ...change }, ...command);
      expect(await refused.ended).toBe(1);
      expect(refused.output).toContain(MISSING);
      expect(refused.output).toContain('DEVELOPMENT_OPEN_TO_OTHERS=true');
      expect(refused.output).not.toMatch(/Database|\n +at /);
    }
  });

  it('starts once the missing settings are added, and accepts no worker in development mode', async () => {
    await makeReady(playground);
    const lines = Object.fromEntries(
      MISSING.trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    const product = start({ HOST: '0.0.0.0', ...lines, MAIL_FORM: 'studio@example.com' });
    await product.url();
    expect(product.output).toMatch(/│ +https:\/\/studio\.example\.com +│/);
    expect(product.output).toContain('MAIL_FORM is no setting, so it has no effect; did you mean MAIL_FROM?');
    const worker = start({ NODE_ENV: '' }, 'worker');
    expect(await worker.ended).toBe(1);
    expect(worker.output).toContain('NODE_ENV=production');
  });

  it('starts in development mode when explicitly allowed', async () => {
    await makeReady(playground);
    const product = start({ NODE_ENV: '', HOST: '0.0.0.0', DEVELOPMENT_OPEN_TO_OTHERS: 'true' });
    expect((await ask(await product.url())).started).toBe(1);
  });
});

it.each([
  ['TRUST_PROXY', 'lol'],
  ['PUBLIC_URL', 'https://shop.example/studio'],
  ['HOST', 'nowhere.invalid'],
  ['DATABASE_URL', 'postgres://'],
  ['WORKERS', '-1'],
])(
  'npm start exits with one line and without a stack trace for the invalid setting %s=%s',
  async (key, value) => {
    const command = start({ NODE_ENV: 'production', [key]: value });
    expect(await command.ended).toBe(1);
    const lines = command.output.split('\n').filter((line) => line.includes(key));
    expect(lines).toHaveLength(1);
    expect(command.output).not.toMatch(/\n +at /);
  },
);

describe('npm run worker', () => {
  it('runs another worker on the same data folder', async () => {
    await makeReady(playground);
    const product = start();
    await product.url();
    const worker = start({}, 'worker');
    await worker.until(/worker-2 runs/);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
  });

  it('explains that npm start must run first when no server uses the data folder', async () => {
    const worker = start({}, 'worker');
    expect(await worker.ended).toBe(1);
    expect(worker.output).toContain('npm start');
  });
});

describe('npm start after a kill -9 of its processes', () => {
  describe('one after another', () => {
    let shared: Playground;
    let command: Launched;
    let url: string;
    beforeAll(async () => {
      shared = await createPlayground();
      await makeReady(shared);
      command = launch(shared.env);
      url = await command.url();
    });
    afterAll(async () => {
      signalAll(shared.folder, 'SIGKILL');
      await command.ended;
      await shared.remove();
    });

    it('restarts a killed API', async () => {
      const { pid } = await ask(url);
      process.kill(pid, 'SIGKILL');
      await eventually(async () => expect((await ask(url)).pid).not.toBe(pid));
      expect(command.output).toContain('api ended by SIGKILL');
    });

    it('restarts a killed database at the same address', async () => {
      const pid = postmasterPid(shared);
      process.kill(pid, 'SIGKILL');
      await eventually(() => expect(postmasterPid(shared)).not.toBe(pid));
      await eventually(async () => expect((await ask(url)).started).toBe(1));
    });

    it('leaves nothing running after a kill of its first process', async () => {
      command.child.kill('SIGKILL');
      await expectNothingRuns(shared);
    });
  });

  it('stops API and workers after a kill of the launcher, and the next start adopts the database', async () => {
    await makeReady(playground);
    const command = start();
    const { pid: apiPid } = await ask(await command.url());
    const running = JSON.parse(await readFile(join(playground.dataFolder, 'running.json'), 'utf8')) as {
      pid: number;
    };
    const databasePid = postmasterPid();
    process.kill(running.pid, 'SIGKILL');
    await command.ended;
    await eventually(() => expect(listProcesses(playground.folder)).not.toContain(apiPid));
    const next = start();
    expect((await ask(await next.url())).started).toBe(2);
    expect(next.output).toContain('was running still');
    expect(postmasterPid()).toBe(databasePid);
  });

  it('recovers at the next start after a kill of everything', async () => {
    await makeReady(playground);
    const command = start();
    await command.url();
    signalAll(playground.folder, 'SIGKILL');
    await command.ended;
    const next = start();
    expect((await ask(await next.url())).started).toBe(2);
  });
});

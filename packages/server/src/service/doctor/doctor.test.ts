import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { fakeServices } from '../../testing/http/fake-services.ts';
import { PLAIN_OPTIONS } from '../../testing/http/plain-options.ts';
import { openDiskObjectStore } from '../../platform/objects/disk-object-store.ts';
import { MIGRATIONS } from '../../platform/database/migrate-database.ts';
import type { FaultPlan } from '../../testing/fault-plan.ts';
import { memoryLog } from '../../testing/memory-log.ts';
import { COMPILE_CACHE } from '../../testing/running-product.ts';
import { selfSignedCertificate } from '../../testing/self-signed-certificate.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { database as databaseFindings, lookAtDatabase } from './database.ts';
import type { DoctorFinding } from './finding.ts';
import { dataFolder, disk, models, secrets, siteCertificate, spaceFor } from './machine.ts';
import { askSite, bucketOrigins, mail, checkProxy, site, store } from './services.ts';

const SOURCE = fileURLToPath(new URL('../..', import.meta.url));
/** Address of a port on which no program listens. */
const CLOSED = '127.0.0.1:9';

const KEY = Buffer.alloc(32, 'questions of tests');

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-doctor-'));
  database = await createTestDatabase(2);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an entry point of the server, as the launcher starts it. */
function run(main: string, args: readonly string[], change: NodeJS.ProcessEnv = {}) {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    SESSION_SECRET: 'of no use anywhere else, and long enough',
    ...change,
  };
  return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const child = execFile(process.execPath, [join(SOURCE, main), ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: out + err }),
    );
  });
}

const states = (findings: readonly DoctorFinding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ subject, state }) => [subject, state]));

describe('the doctor command', () => {
  it('finds no fault in a healthy installation, and changes nothing', async () => {
    const { code, output } = await run('main-doctor.ts', ['doctor', '--json']);
    const findings = JSON.parse(output) as DoctorFinding[];
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(states(findings)).toMatchObject({ configuration: 'good', schema: 'good', 'object store': 'good' });
    expect(code).toBe(0);
  });

  it('doesn’t create a missing data folder', async () => {
    const absent = join(folder, 'not-there');
    const { code, output } = await run('main-doctor.ts', ['doctor'], { DATA_DIR: absent });
    expect(code).toBe(1);
    expect(output).toMatch(/BAD {7}data folder: /);
    await expect(stat(absent)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('exits with 1 and names the fix when there is a fault', async () => {
    const unreachable = await run('main-doctor.ts', ['doctor'], { DATABASE_URL: `postgres://${CLOSED}/x` });
    expect(unreachable.code).toBe(1);
    expect(unreachable.output).toMatch(
      /BAD {7}database: It cannot be reached[^\n]*\n +→ Look whether it runs/,
    );
    const wrong = await run('main-doctor.ts', ['doctor', '--json'], { PORT: 'eighty' });
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.output)).toMatchObject([{ subject: 'configuration', state: 'bad' }]);
  });

  it('finds a misspelled setting', async () => {
    const { output } = await run('main-doctor.ts', ['doctor'], { PUBLIC_ULR: 'https://studio.example' });
    expect(output).toMatch(/configuration: PUBLIC_ULR is no setting[^\n]*\n +→ Set PUBLIC_URL instead/);
  });

  it('finds secrets that other users can read', async () => {
    const own = join(folder, 'secrets');
    await mkdir(own, { mode: 0o755 });
    await writeFile(join(own, 'session'), 'x', { mode: 0o644 });
    await chmod(own, 0o755);
    expect(await secrets(folder)).toMatchObject({ state: 'bad', says: expect.stringContaining('session') });
    await chmod(join(own, 'session'), 0o600);
    expect(await secrets(folder)).toMatchObject({ state: 'good' });
  });

  it('finds a missing folder, scarce space, and models that aren’t prepared', async () => {
    expect(await dataFolder(join(folder, 'nowhere'))).toMatchObject({ state: 'bad' });
    expect(await disk(folder)).toMatchObject({ subject: 'disk', says: expect.stringMatching(/GB are free/) });
    expect(await spaceFor(folder, Number.MAX_SAFE_INTEGER)).toMatchObject({ state: 'bad' });
    expect(await spaceFor(folder, 0)).toMatchObject({ state: 'good' });
    expect(await models(join(folder, 'nowhere'))).toMatchObject({ state: 'doubtful' });
    expect(await models(folder)).toMatchObject({ state: 'good' });
  });

  it('finds mail servers, sites and certificates that fail', async () => {
    const smtp = { kind: 'smtp' as const, url: `smtp://${CLOSED}`, from: 'a@example.com' };
    expect(await mail({ mail: smtp })).toMatchObject({ state: 'bad' });
    expect(await mail({ mail: { kind: 'none' } })).toMatchObject({ state: 'doubtful' });
    const siteFindings = await site({ publicUrl: `http://${CLOSED}`, trustProxy: false }, KEY, Date.now());
    expect(states(siteFindings)).toEqual({ site: 'bad' });
    const today = Date.parse('2026-11-24');
    expect(siteCertificate('x', 'Dec  1 00:00:00 2026 GMT', today)).toMatchObject({ state: 'doubtful' });
    expect(siteCertificate('x', 'Feb  1 00:00:00 2027 GMT', today)).toMatchObject({ state: 'good' });
  });

  it('finds missing bucket permissions, and cleans up afterwards', async () => {
    const objects = await openDiskObjectStore({
      rootFolder: join(folder, 'storage'),
      signingSecret: 'of no use anywhere else, and long enough',
      urlPrefix: '/objects',
    });
    expect(await store(objects)).toMatchObject({ state: 'good' });
    for await (const { key } of objects.list('')) expect.unreachable(key);
    const denied = Object.assign(Object.create(objects) as typeof objects, {
      list: () => {
        throw new Error('AccessDenied');
      },
      write: objects.write.bind(objects),
      read: objects.read.bind(objects),
      delete: objects.delete.bind(objects),
    });
    expect(await store(denied)).toMatchObject({
      state: 'bad',
      says: 'An object could not be listed (AccessDenied).',
    });
    expect(await objects.listPage('doctor/', null, 10)).toEqual([]);
  });

  it('asks the bucket, as a browser does, whether pages of the site may upload', async () => {
    const bucket = createServer((request, response) => {
      const isAllowed =
        request.method === 'OPTIONS' && request.headers.origin === 'https://studio.example.com';
      response.writeHead(isAllowed ? 200 : 403, isAllowed ? { 'access-control-allow-origin': '*' } : {});
      response.end();
    }).listen(0, '127.0.0.1');
    await once(bucket, 'listening');
    const url = `http://127.0.0.1:${String((bucket.address() as AddressInfo).port)}`;
    const objects = { createUploadTarget: async () => ({ url, fields: {} }) };
    expect(await bucketOrigins(objects, 'https://studio.example.com/x')).toMatchObject({ state: 'good' });
    expect(await bucketOrigins(objects, 'https://other.example.com')).toMatchObject({ state: 'bad' });
    bucket.close();
  });
});

describe('the doctor on proxies and certificates', () => {
  const PUBLIC_URL = 'https://studio.example.com';
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function listenOn(server: Server): Promise<string> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => server.close());
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  /** Returns the doctor's finding about the real HTTP server behind a real proxy, which changes headers on the way. */
  async function findFinding(
    trustProxy: boolean | string,
    change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
    key: Uint8Array = KEY,
  ): Promise<DoctorFinding> {
    const app = buildApp({
      ...PLAIN_OPTIONS,
      services: fakeServices(),
      logger: memoryLog().logger,
      trustProxy,
      doctorKey: KEY,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    closing.push(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    const proxy = await listenOn(
      createServer((incoming, outgoing) => {
        const headers = { ...change(incoming.headers), connection: 'close' };
        const asking = request({ host: '127.0.0.1', port, path: incoming.url, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        });
        incoming.pipe(asking);
      }),
    );
    const ask = (headers = {}) => askSite(proxy, key, Date.now(), headers);
    const [plain, forged] = [await ask(), await ask({ 'x-forwarded-for': '203.0.113.77' })];
    expect(plain.finding).toMatchObject({ state: 'good' });
    return checkProxy({ publicUrl: PUBLIC_URL, trustProxy }, plain.request, forged.request);
  }

  const RIGHT = {
    host: 'studio.example.com',
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
  };
  const right = (headers: IncomingHttpHeaders) => ({ ...headers, ...RIGHT });
  const without = (name: string) => (headers: IncomingHttpHeaders) =>
    Object.fromEntries(Object.entries(right(headers)).filter(([each]) => each !== name));

  it.each([
    ['passes on the true addresses of visitors', 'good', '127.0.0.1', right],
    ['TRUST_PROXY is not set', 'bad', false, right],
    ['does not say who is calling', 'bad', '127.0.0.1', without('x-forwarded-for')],
    ['which TRUST_PROXY does not name', 'bad', '192.0.2.1', right],
    ['does not say which one browsers use', 'bad', '127.0.0.1', without('x-forwarded-proto')],
    [
      'Visitors can choose',
      'bad',
      true,
      (headers: IncomingHttpHeaders) => ({
        ...right(headers),
        'x-forwarded-for': [headers['x-forwarded-for'], '198.51.100.7'].filter(Boolean).join(', '),
      }),
    ],
    [
      'is asked for 127.0.0.1:3000 instead of studio.example.com',
      'doubtful',
      '127.0.0.1',
      (headers: IncomingHttpHeaders) => ({ ...right(headers), host: '127.0.0.1:3000' }),
    ],
  ] as const)('reports about a proxy: “%s”', async (says, state, trustProxy, change) => {
    const proxyFinding = await findFinding(trustProxy, change);
    expect(proxyFinding).toMatchObject({ state, says: expect.stringContaining(says) });
    expect(proxyFinding.fix === null).toBe(state === 'good');
  });

  it('is inconclusive about a server with another secret', async () => {
    const other = Buffer.alloc(32, 'another');
    expect(await findFinding('127.0.0.1', right, other)).toMatchObject({
      subject: 'proxy',
      state: 'doubtful',
    });
  });

  it('reports an expired certificate', async () => {
    const { privatePem, certificate } = selfSignedCertificate('210101000000Z');
    const file = join(folder, 'expired.pem');
    await writeFile(file, certificate);
    const server = createSecureServer({ key: privatePem, cert: certificate }, (_request, response) =>
      response.end(),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => server.close());
    const { code, output } = await run('main-doctor.ts', ['doctor'], {
      PUBLIC_URL: `https://localhost:${String((server.address() as AddressInfo).port)}`,
      NODE_EXTRA_CA_CERTS: file,
    });
    expect(code).toBe(1);
    expect(output).toMatch(
      /BAD {7}site certificate: [^\n]*certificate has expired[^\n]*\n +→ Renew the certificate/,
    );
  });

  it('doesn’t blame the certificate of a site that it can’t reach', async () => {
    const server = createSecureServer(() => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const { code, output } = await run('main-doctor.ts', ['doctor'], {
      PUBLIC_URL: `https://localhost:${String(port)}`,
    });
    expect(code).toBe(1);
    expect(output).toMatch(/site certificate: It could not be read, because localhost cannot be reached/);
    expect(output).not.toContain('Renew the certificate');
  });
});

describe('the doctor on the machine', () => {
  it('reports a clock that is wrong', async () => {
    const plan = { clockOffsetMs: -120_000 } satisfies FaultPlan;
    const { code, output } = await run('main-doctor.ts', ['doctor'], {
      FAULT_PLAN: JSON.stringify(plan),
      NODE_OPTIONS: `--import ${join(SOURCE, 'testing/fault-preload.ts')}`,
    });
    expect(code).toBe(1);
    expect(output).toMatch(
      /BAD {7}clock: The database's clock is 1\d\d s ahead of this machine's.\n +→ Run NTP/,
    );
  });

  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot) process.stderr.write('A full disk is not tried: mounting one takes root on Linux.\n');
  it.skipIf(!isRoot)('reports a disk that is full', async () => {
    const small = join(folder, 'small');
    await mkdir(small);
    const doctor = [process.execPath, join(SOURCE, 'main-doctor.ts'), 'doctor'];
    const script =
      'mount -t tmpfs -o size=2m tmpfs "$1" && head -c 3m /dev/zero >"$1/filler"; shift; exec "$@"';
    const args = ['--mount', '--propagation', 'private', 'sh', '-c', script, 'full', small, ...doctor];
    const output = await new Promise<string>((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        DATA_DIR: small,
        SESSION_SECRET: 'of no use anywhere else, and long enough',
      };
      execFile('unshare', args, { env }, (_error, out) => resolve(out));
    });
    expect(output).toMatch(/BAD {7}disk: 0\.0 GB are free[^\n]*\n +→ Free space/);
    expect(output).toMatch(/BAD {7}object store: [^\n]*\n +→/);
  });
});

describe('the doctor before an upgrade', () => {
  it('lists the pending migrations', async () => {
    const older = await createTestDatabase(2);
    await older.pool.query('delete from drizzle.__drizzle_migrations where created_at = $1', [
      MIGRATIONS.at(-1)?.when,
    ]);
    const findings = await databaseFindings(older.url);
    expect(findings).toContainEqual(
      expect.objectContaining({
        state: 'doubtful',
        says: expect.stringContaining(MIGRATIONS.at(-1)?.tag ?? '-'),
      }),
    );
    expect(await lookAtDatabase(older.url)).toMatchObject({ migratedTo: MIGRATIONS.at(-2)?.when });
    await older.drop();
  });

  it('refuses a database migrated by a newer release and explains how to go back, as the server’s start does', async () => {
    const newer = await createTestDatabase(2);
    await newer.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', $1)`,
      [(MIGRATIONS.at(-1)?.when ?? 0) + 1],
    );
    const checked = await run('main-doctor.ts', ['upgrade'], { DATABASE_URL: newer.url });
    expect(checked.code).toBe(1);
    expect(checked.output).toMatch(/BAD {7}schema: A newer release[^\n]*\n +→ Go back to that release/);
    const started = await run('migrate.ts', [], { DATABASE_URL: newer.url });
    expect(started.code).toBe(1);
    expect(started.output).toContain('Go back to that release, or restore a backup of before');
    await newer.drop();
  });
});

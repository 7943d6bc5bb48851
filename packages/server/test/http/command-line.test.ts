/**
 * Tests of the command-line tool against a server: a separate process, as users start it, with the real API and a
 * worker.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ERRORS, recipeFile } from '@packshot/contract';
import type { ApiKeyRequest, V1Job } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import { REFUSAL_META } from '@packshot/mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { s3TestServer } from '../../src/platform/objects/testing/stores-under-test.ts';
import type { S3TestServer } from '../../src/platform/objects/testing/stores-under-test.ts';
import { TaskRefusal } from '../../src/tools/work/task.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { FAKE_RESULT, fakeEngine, readStored } from '../../src/testing/fake-engine.ts';
import type { FakeWork } from '../../src/testing/fake-engine.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { keepFeeding } from '../../src/testing/keep-feeding.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { PRODUCT_PHOTO } from '../../src/testing/test-services.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

/**
 * Node arguments that report a Node version older than the command needs, so that it starts the version installed with
 * npm.
 */
const OLDER_NODE =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';
const COMMAND = join(import.meta.dirname, '../../../cli/bin/packshot.mjs');

let api: TestApi;
let worker: TestWorker;
let work: FakeWork;
let site: string;

beforeAll(async () => {
  api = await startTestApi({ heartbeatIntervalMs: 50 });
  worker = await startTestWorker(
    api.services,
    fakeEngine((...call) => work(...call)),
    { concurrency: 4 },
  );
  site = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
});
beforeEach(() => {
  work = () => Promise.resolve(FAKE_RESULT);
});

interface RunningCommand {
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<{ readonly code: number | null; readonly output: Buffer; readonly errors: string }>;
}

/** Creates a user with an API key and a folder of photos. */
async function desk(photos = 1, fields: Partial<ApiKeyRequest> = {}) {
  const { key, credits } = await newKeyOwner(api.services);
  const secret = await key(fields);
  const root = mkdtempSync(join(tmpdir(), 'packshot-desk-'));
  const folder = join(root, 'work');
  mkdirSync(join(folder, 'photos'), { recursive: true });
  for (let at = 1; at <= photos; at++)
    writeFileSync(
      join(folder, 'photos', `${at}.png`),
      drawnPng(40 + at, 40, () => [at, 2, 3, 255]),
    );
  const start = (
    args: readonly string[],
    environment: Record<string, string> = {},
    node: readonly string[] = [],
  ): RunningCommand => {
    const child = spawn(process.execPath, [...node, COMMAND, ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        NO_COLOR: '1',
        PACKSHOT_SERVER: site,
        PACKSHOT_KEY: secret,
        PACKSHOT_RESULTS_DIR: join(root, 'results'),
        ...environment,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.end();
    const output: Buffer[] = [];
    let errors = '';
    child.stdout.on('data', (part: Buffer) => void output.push(part));
    child.stderr.on('data', (part: Buffer) => void (errors += part.toString()));
    return {
      kill: (signal) => void child.kill(signal),
      ended: new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => resolve({ code, output: Buffer.concat(output), errors }));
      }),
    };
  };
  return {
    secret,
    credits,
    folder,
    start,
    run: (args: readonly string[], environment?: Record<string, string>) => start(args, environment).ended,
    file: (...parts: string[]) => readFileSync(join(folder, ...parts)),
    there: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => !name.startsWith('photos'))
        .toSorted(),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

const parseJsonLines = ({ output }: { readonly output: Buffer }): Record<string, unknown>[] =>
  output
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const CUTOUT = ['cutout', 'photos', '--out', 'done/', '--json'];
const listJobs = async (secret: string): Promise<V1Job[]> =>
  (await api.app.inject({ url: '/v1/jobs', headers: { 'x-api-key': secret } })).json<{ data: V1Job[] }>()
    .data;

describe('packshot on a folder, with a server', () => {
  it('cuts photos out on the server, stores signed results, and requests nothing the second time', async () => {
    using my = await desk(3);
    const planned = await my.run([...CUTOUT, '--dry-run']);
    expect(parseJsonLines(planned).map(({ status, credits }) => [status, credits])).toEqual([
      ['planned', 1],
      ['planned', 1],
      ['planned', 1],
    ]);
    expect([my.there(), await my.credits()]).toEqual([[], 5]);

    const first = await my.run(CUTOUT);
    expect(first.code).toBe(0);
    expect(
      parseJsonLines(first).toSorted((a, b) => String(a['input']).localeCompare(String(b['input']))),
    ).toMatchObject(
      [1, 2, 3].map((at) => ({
        input: `photos/${at}.png`,
        output: `done/${at}.png`,
        status: 'done',
        credits: 1,
        confidence: 0.7,
        doubts: [{ reason: 'looks-differ' }],
        facts: { edit_url: expect.stringContaining('/studio?record=') },
      })),
    );
    expect(my.there()).toEqual(['done', 'done/1.png', 'done/2.png', 'done/3.png']);
    expect(readStored(my.file('done', '1.png')).picture).toEqual(readStored(FAKE_RESULT.full).picture);
    expect(await my.credits()).toBe(2);

    const again = await my.run(CUTOUT);
    expect(parseJsonLines(again).map(({ status, skipped }) => [status, skipped])).toEqual(
      [1, 2, 3].map(() => ['skipped', 'same']),
    );
    // A file that the command didn't write isn't overwritten.
    writeFileSync(join(my.folder, 'done', '2.png'), 'mine');
    const second = parseJsonLines(await my.run(CUTOUT)).find(({ input }) => input === 'photos/2.png');
    expect(second).toMatchObject({ status: 'skipped', skipped: 'exists' });
    expect(my.file('done', '2.png').toString()).toBe('mine');
    expect(await my.credits()).toBe(2);
    // If the user deletes a file, the command downloads it again for free within a day; `--force` starts a new job
    // instead.
    rmSync(join(my.folder, 'done', '3.png'));
    await my.run(CUTOUT);
    expect(await my.credits()).toBe(2);
    await my.run([...CUTOUT, '--force']);
    expect(await my.credits()).toBe(0);
    expect(await brokenInvariants(api.services.pool)).toEqual([]);
  });

  it('resumes after it was killed, without paying twice', async () => {
    using my = await desk(3);
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    work = async () => {
      begun++;
      if (begun > 1) await gate.promise;
      return FAKE_RESULT;
    };
    const killed = my.start([...CUTOUT, '--concurrency', '2']);
    await expect.poll(() => [my.there().length >= 2, begun], { timeout: 30_000 }).toEqual([true, 3]);
    killed.kill('SIGKILL');
    await killed.ended;
    gate.resolve();
    const resumed = await my.run(CUTOUT);
    expect(resumed.code).toBe(0);
    expect(parseJsonLines(resumed).filter(({ status }) => status === 'skipped')).toMatchObject([
      { skipped: 'same' },
    ]);
    expect(my.there().filter((name) => name.endsWith('.png'))).toHaveLength(3);
    expect(my.there().filter((name) => name.includes('packshot-part'))).toEqual([]);
    expect(await my.credits()).toBe(2);
    expect(await listJobs(my.secret)).toHaveLength(3);
  });

  /**
   * Interrupts the command with Ctrl+C and runs it again.
   * @param node Node arguments that start the command
   * @returns the remaining credits after the interruption, and after the second run
   */
  async function interruptedBy(node: readonly string[]): Promise<readonly number[]> {
    using my = await desk(2);
    let begun = 0;
    work = ({ signal }) =>
      new Promise((_resolve, reject) => {
        begun++;
        signal?.addEventListener('abort', () => reject(new Error('stopped')));
      });
    const interrupted = my.start(['cutout', 'photos', '--out', 'done/'], {}, node);
    await expect.poll(() => begun, { timeout: 30_000 }).toBe(2);
    expect(await my.credits()).toBe(3);
    interrupted.kill('SIGINT');
    const { code, errors } = await interrupted.ended;
    expect(code).toBe(130);
    expect(errors).toContain('Stopped 2 jobs on the server, which cost nothing.');
    expect(errors).toContain('Interrupted.');
    expect(my.there()).toEqual([]);
    const creditsAfterInterrupt = await my.credits();
    expect((await listJobs(my.secret)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    // The second run has to start new jobs, because repeating the calls would return the canceled ones.
    work = () => Promise.resolve(FAKE_RESULT);
    expect((await my.run(CUTOUT)).code).toBe(0);
    return [creditsAfterInterrupt, await my.credits()];
  }
  it('refunds an interrupted job, which can be requested again', async () => {
    expect(await interruptedBy([])).toEqual([5, 3]);
  });
  it('refunds a job when an older Node that starts the command is interrupted', async () => {
    expect(await interruptedBy(['--import', OLDER_NODE])).toEqual([5, 3]);
  });
});

describe('commands other than cutout with a server', () => {
  it('send further products of a scene with their placements', async () => {
    using my = await desk(1, { mode: 'test' });
    for (const name of ['pot', 'jug'])
      writeFileSync(
        join(my.folder, `${name}.png`),
        drawnPng(50, 50, (x) => [9, 99, 9, x < 9 ? 0 : 255]),
      );
    let beside: unknown;
    work = async (job) => {
      ({ beside } = job as { beside?: unknown });
      return FAKE_RESULT;
    };
    const placement = { centerX: 0.3, centerY: 0.6, width: 0.2, rotationDeg: 10, isFlipped: true };
    const args = ['scene', 'photos/1.png', '--placement', JSON.stringify(placement), '--json'];
    const others = ['--beside', 'pot.png@0.7,0.6,0.2', '--beside', `jug.png@${JSON.stringify(placement)}`];
    expect(parseJsonLines(await my.run([...args, ...others]))).toMatchObject([{ status: 'done' }]);
    expect(beside).toMatchObject([
      { placement: { centerX: 0.7, centerY: 0.6, width: 0.2, rotationDeg: 0, isFlipped: false } },
      { placement },
    ]);
    work = () => Promise.reject(new ImageRefusal('BESIDE_NOT_CUT_OUT', { product: 3 }));
    const [line] = parseJsonLines(await my.run([...args, ...others, '--force']));
    const { message } = ERRORS.BESIDE_NOT_CUT_OUT;
    expect(line).toMatchObject({ error: { code: 'BESIDE_NOT_CUT_OUT', message: `jug.png: ${message}` } });
  });

  it('make scenes, edits, enlargements and descriptions', async () => {
    using my = await desk(1, { mode: 'test' });
    const [photo, ...json] = ['photos/1.png', '--json'] as const;
    const scene = await my.run([
      'scene',
      photo,
      '--count',
      '2',
      '--palette',
      '#c0ffee',
      '--out',
      '{variant}.png',
      ...json,
    ]);
    expect(parseJsonLines(scene)).toMatchObject([
      { status: 'done', output: '1.png', credits: 0, facts: { seed: expect.any(Number) } },
      { status: 'done', output: '2.png', credits: 0 },
    ]);
    writeFileSync(
      join(my.folder, 'mask.png'),
      drawnPng(41, 40, () => [255, 255, 255, 255]),
    );
    for (const args of [
      ['edit', photo, '--mask', 'mask.png'],
      ['upscale', photo, '--factor', '4', '--clean-up'],
      ['describe', photo, '--product', 'Mug', '--out', 'words.json'],
    ])
      expect(parseJsonLines(await my.run([...args, ...json]))).toMatchObject([{ status: 'done' }]);
    expect(JSON.parse(my.file('words.json').toString())).toMatchObject({ description: 'A glossy red mug.' });
    const piped = await my.run(['describe', photo]);
    expect(piped.output.toString()).toBe('photos/1.png: A glossy red mug.\n');
    expect(my.there()).toEqual(['1.png', '2.png', 'mask.png', 'words.json']);
  });

  it('refuse options that only work locally', async () => {
    using my = await desk();
    for (const [option, sentence] of [
      [['--format', 'webp'], 'results of a server are PNGs'],
      [['--unsigned'], '--unsigned is for runs on this machine'],
      [['--local', '--server', site], 'contradict'],
    ] as const) {
      const { code, errors } = await my.run(['cutout', 'photos', ...option]);
      expect([code, errors]).toEqual([2, expect.stringContaining(sentence)]);
    }
  });
});

describe('the command line after an error of the server', () => {
  it('reports an error for its photo, and continues with the others', async () => {
    using my = await desk(2);
    work = () => Promise.reject(new TaskRefusal('NO_SUBJECT'));
    writeFileSync(join(my.folder, 'photos', '0.png'), 'no picture');
    const { code, output } = await my.run(CUTOUT);
    expect(code).toBe(1);
    expect(
      parseJsonLines({ output }).map(({ status, error }) => [status, (error as { code: string }).code]),
    ).toEqual(
      expect.arrayContaining([
        ['failed', 'UNSUPPORTED_TYPE'],
        ['failed', 'NO_SUBJECT'],
      ]),
    );
    expect(await my.credits()).toBe(5);
  });

  it('reports missing credits once, not for every photo', async () => {
    using my = await desk(7);
    const { code, errors } = await my.run(['cutout', 'photos', '--out', 'done/', '-j', '1']);
    expect(code).toBe(1);
    expect(errors.match(/photos\/6\.png:/g)).toHaveLength(1);
    expect(errors).toContain('1 more were not begun');
    expect(my.there().filter((name) => name.endsWith('.png'))).toHaveLength(5);
    expect(await my.credits()).toBe(0);
  });

  it.each([
    ['an unknown key', { PACKSHOT_KEY: `pk_live_${'a'.repeat(36)}` }, 2, 'KEY_INVALID'],
    ['text that isn’t a key', { PACKSHOT_KEY: 'swordfish' }, 2, 'is no API key'],
    ['no key', { PACKSHOT_KEY: '' }, 2, 'set PACKSHOT_KEY'],
    ['a server that is down', { PACKSHOT_SERVER: 'http://127.0.0.1:9' }, 1, 'could not be reached'],
    ['text that isn’t an address', { PACKSHOT_SERVER: 'studio' }, 2, 'must be an address'],
  ])('reports an invalid setting before the work begins: %s', async (_, environment, status, sentence) => {
    using my = await desk();
    const { code, errors, output } = await my.run(CUTOUT, environment);
    expect([code, errors]).toEqual([status, expect.stringContaining(sentence)]);
    expect(output.toString()).toBe('');
    expect(my.there()).toEqual([]);
    const { PACKSHOT_KEY: key = '' } = environment as { PACKSHOT_KEY?: string };
    expect(key !== '' && errors.includes(key)).toBe(false);
  });
});

describe('the keys, jobs and sets commands', () => {
  it('show the server’s API key and studio sets, without the key’s secret', async () => {
    using my = await desk(1);
    writeFileSync(join(my.folder, 'key.txt'), `${my.secret}\n`);
    await my.run(CUTOUT);
    await expect
      .poll(
        async () => {
          const { output } = await my.run(['keys', '--json', '--key-file', 'key.txt'], { PACKSHOT_KEY: '' });
          return parseJsonLines({ output })[0];
        },
        { timeout: 30_000 },
      )
      .toMatchObject({ mode: 'live', name: 'Shop', credits: 4, usage: { credits: 1 } });
    const spoken = await my.run(['keys']);
    expect(spoken.output.toString()).toContain('Shop (pk_live_');
    expect(spoken.output.toString()).toMatch(
      /^Scopes +images:read, .*\nExpires +never\nFrom +anywhere\nCeiling +none\n/m,
    );
    expect(spoken.output.toString()).not.toContain(my.secret);
    expect((await my.run(['sets', '--json'])).code).toBe(0);
  });

  it('list, show, download and stop jobs', async () => {
    using my = await desk(1);
    await my.run(CUTOUT);
    const [job] = parseJsonLines(await my.run(['jobs', '--json']));
    const id = String(job?.['id']);
    expect(job).toMatchObject({ tool: 'cut-out', status: 'succeeded', credits_charged: 1 });
    expect((await my.run(['jobs'])).output.toString()).toMatch(
      new RegExp(`^${id}  .*succeeded  1 credit\n$`),
    );
    expect(parseJsonLines(await my.run(['jobs', 'show', id, '--json']))).toEqual([
      expect.objectContaining({ id }),
    ]);
    expect((await my.run(['jobs', 'download', id, '--out', 'jobs'])).output.toString()).toBe(
      `${join('jobs', `${id}-1.png`)}\n`,
    );
    expect(my.file('jobs', `${id}-1.png`)).toEqual(my.file('done', '1.png'));
    const twice = await my.run(['jobs', 'download', id, '--out', 'jobs']);
    expect([twice.code, twice.errors]).toEqual([1, expect.stringContaining('--force')]);
    expect(parseJsonLines(await my.run(['jobs', 'stop', id, '--json']))).toMatchObject([
      { status: 'succeeded' },
    ]);
    const unknown = await my.run(['jobs', 'show', id.replace(/^.{8}/, '00000000')]);
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('00000000')]);
    expect((await my.run(['jobs', 'show', '../x'])).code).toBe(2);
  });
});

/** Returns a tool's structured response to a program, also for refusals. */
async function saidBy(client: Client, name: string, args: Record<string, unknown>) {
  const { structuredContent, _meta } = await client.callTool({ name, arguments: args });
  return (structuredContent ?? _meta?.[REFUSAL_META]) as Record<string, unknown>;
}

describe('packshot mcp --server', () => {
  it('quotes a price, charges it once, and writes the result', async () => {
    using at = await desk(1);
    work = () => Promise.resolve({ ...FAKE_RESULT, full: drawnPng(64, 48, () => [200, 30, 40, 255]) });
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [COMMAND, 'mcp', '--server', site, join(at.folder, 'photos')],
        env: {
          PATH: process.env['PATH'] ?? '',
          PACKSHOT_KEY: at.secret,
          PACKSHOT_CREDENTIALS_DIR: join(at.folder, 'own'),
        },
      }),
    );
    try {
      const callTool = (args: Record<string, unknown>) => saidBy(client, 'cut_out', args);
      const quoted = await callTool({ picture: '1.png' });
      expect(quoted).toMatchObject({ status: 'quoted', credits: 1 });
      expect(await at.credits()).toBe(5);
      const spent = await Promise.all(
        [1, 2, 3].map(() => callTool({ picture: '1.png', quote: quoted['quote'] })),
      );
      const [succeededJob] = spent.filter(({ status }) => status === 'succeeded');
      expect(succeededJob).toMatchObject({ credits_charged: 1, tool: 'cut-out' });
      expect(spent.map(({ code }) => code).toSorted()).toEqual(['QUOTE_USED', 'QUOTE_USED', undefined]);
      expect(await at.credits()).toBe(4);
      expect(at.file('photos', 'packshot', '1-cut-out.png').subarray(1, 4).toString()).toBe('PNG');
      const another = await callTool({ picture: '1.png' });
      writeFileSync(
        join(at.folder, 'photos', '1.png'),
        drawnPng(50, 50, () => [9, 9, 9, 255]),
      );
      // The quote is for the same path, but the photo has changed since.
      expect(await callTool({ picture: '1.png', quote: another['quote'] })).toMatchObject({
        code: 'QUOTE_INVALID',
      });
      expect(await callTool({ picture: '1.png', quote: 'q1.forged.quote' })).toMatchObject({
        code: 'QUOTE_INVALID',
      });
      const described = await client.callTool({ name: 'describe_picture', arguments: { picture: '1.png' } });
      expect(described.structuredContent).toMatchObject({
        results: [{ description: FAKE_RESULT.finalDescription }],
      });
      expect(await listJobs(at.secret)).toHaveLength(2);
    } finally {
      await client.close();
    }
  });

  it.each(['the client disconnects', 'the call is canceled'])('stops its job when %s', async (how) => {
    using at = await desk(1);
    const begun = Promise.withResolvers<void>();
    work = ({ signal }) =>
      new Promise((_resolve, reject) => {
        begun.resolve();
        signal?.addEventListener('abort', () => reject(new Error('stopped')));
      });
    const client = new Client({ name: 'tests', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [COMMAND, 'mcp', '--server', site, join(at.folder, 'photos')],
        env: { PATH: process.env['PATH'] ?? '', PACKSHOT_KEY: at.secret },
      }),
    );
    const order = { name: 'cut_out', arguments: { picture: '1.png' } };
    const { quote } = (await client.callTool(order)).structuredContent as { quote: string };
    const takingBack = new AbortController();
    const called = client.callTool(
      { ...order, arguments: { ...order.arguments, quote } },
      { signal: takingBack.signal },
    );
    called.catch(() => undefined);
    await begun.promise;
    if (how === 'the client disconnects') await client.close();
    else takingBack.abort();
    await expect.poll(() => at.credits(), { timeout: 20_000 }).toBe(5);
    expect(await listJobs(at.secret)).toMatchObject([{ status: 'canceled', credits_charged: 0 }]);
    await client.close();
  });

  it('reports a refusal of the server, after which the price quote is still valid', async () => {
    using at = await desk(1);
    work = () => Promise.resolve(FAKE_RESULT);
    const client = new Client({ name: 'tests', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [COMMAND, 'mcp', join(at.folder, 'photos')],
        env: { PATH: process.env['PATH'] ?? '', PACKSHOT_SERVER: site, PACKSHOT_KEY: at.secret },
      }),
    );
    try {
      const callTool = (args: Record<string, unknown>) => saidBy(client, 'place_in_scene', args);
      const args = { picture: '1.png', set_id: 'no-such-set' };
      const { quote } = await callTool(args);
      for (const _again of [1, 2])
        expect(await callTool({ ...args, quote })).toMatchObject({
          code: 'REFERENCE_NOT_FOUND',
          credits_charged: 0,
        });
      expect(await at.credits()).toBe(5);
    } finally {
      await client.close();
    }
  });
});

describe('packshot run --server', () => {
  const RUN = ['run', 'white.json', '--in', 'photos', '--out', 'done/', '--json'];
  /** Creates a user with photos and a recipe file. Runs are processed as by a worker until `stopFeeding` is called. */
  async function catalogDesk(photos: number, fields: Partial<ApiKeyRequest> = {}) {
    const own = await desk(photos, fields);
    for (let at = 1; at <= photos; at++)
      writeFileSync(
        join(own.folder, 'photos', `${at}.jpg`),
        Buffer.concat([PRODUCT_PHOTO, Buffer.from([at])]),
      );
    for (let at = 1; at <= photos; at++) rmSync(join(own.folder, 'photos', `${at}.png`));
    writeFileSync(join(own.folder, 'white.json'), JSON.stringify(recipeFile('White', PLAIN_RECIPE)));
    return { ...own, stopFeeding: keepFeeding(api.services) };
  }

  it('runs a catalog on the server, downloads its files, and a second run downloads only missing files', async () => {
    const own = await catalogDesk(2);
    try {
      writeFileSync(join(own.folder, 'photos', 'broken.jpg'), 'no photo');
      const planned = await own.run([...RUN, '--dry-run']);
      expect(parseJsonLines(planned).map(({ status, credits }) => [status, credits])).toEqual(
        expect.arrayContaining([
          ['planned', 1],
          ['planned', 1],
        ]),
      );
      expect(await own.credits()).toBe(5);
      const first = await own.run(RUN);
      expect(first.code).toBe(1);
      expect(
        parseJsonLines(first)
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual(['done', 'done', 'failed']);
      expect(await own.credits()).toBe(3);
      expect(own.there()).toEqual(
        expect.arrayContaining(['done/1_shop.png', 'done/2_shop.png', 'done/manifest.csv']),
      );
      const manifest = own.file('done', 'manifest.csv').toString();
      expect(manifest).toContain('1_shop.png');
      expect(manifest).toContain('failed');
      // If the user deletes a file, the command downloads it again from the existing results.
      rmSync(join(own.folder, 'done', '1_shop.png'));
      await own.run(RUN);
      expect(own.there()).toContain('done/1_shop.png');
      expect(await own.credits()).toBe(3);
    } finally {
      await own.stopFeeding();
      own[Symbol.dispose]();
    }
  });

  it.runIf(s3TestServer() !== null)(
    'reads photos from a bucket and writes files to one, with keys that stay on this machine',
    async () => {
      const { endpoint, ...credentials } = s3TestServer() as S3TestServer;
      const s3 = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
      const Bucket = `packshot-${randomUUID()}`;
      const own = await catalogDesk(0);
      try {
        await s3.send(new CreateBucketCommand({ Bucket }));
        const there = ['in/odd name (é)+1.jpg', 'in/2.jpg', 'in/deep/3.jpg', 'in/note.txt', 'other/4.jpg'];
        for (const Key of there)
          await s3.send(
            new PutObjectCommand({ Bucket, Key, Body: Buffer.concat([PRODUCT_PHOTO, Buffer.from(Key)]) }),
          );
        const environment = {
          AWS_ENDPOINT_URL_S3: endpoint,
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        };
        const args = [
          'run',
          'white.json',
          '--in',
          `s3://${Bucket}/in`,
          '--out',
          `s3://${Bucket}/out`,
          '--json',
        ];
        const ran = await own.run(args, environment);
        expect([ran.code, ran.errors]).toEqual([0, expect.not.stringContaining('packshot:')]);
        expect(`${ran.output.toString()}${ran.errors}`).not.toContain(credentials.secretAccessKey);
        const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'out/' }));
        expect(Contents.map(({ Key }) => Key)).toEqual([
          'out/2_shop.png',
          'out/manifest.csv',
          'out/odd-name-é-1_shop.png',
        ]);
        expect(await own.credits()).toBe(3);
        const shopLine = parseJsonLines(ran).find(({ output }) => String(output).endsWith('/2_shop.png'));
        const file = await s3.send(new GetObjectCommand({ Bucket, Key: 'out/2_shop.png' }));
        const bytes = (await file.Body?.transformToByteArray()) ?? new Uint8Array();
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(shopLine?.['sha256']);
        expect(file.ContentType).toBe('image/png');
        // A wrong secret key is reported, without revealing it.
        const wrong = await own.run(args, { ...environment, AWS_SECRET_ACCESS_KEY: 'wrong' });
        expect([wrong.code === 0, wrong.errors]).toEqual([
          false,
          expect.stringContaining('SignatureDoesNotMatch'),
        ]);
      } finally {
        await own.stopFeeding();
        own[Symbol.dispose]();
        s3.destroy();
      }
    },
  );

  it('needs a live key', async () => {
    const own = await catalogDesk(1, { mode: 'test' });
    try {
      const { code, errors } = await own.run(RUN);
      expect([code, errors]).toEqual([2, expect.stringContaining('live key')]);
    } finally {
      await own.stopFeeding();
      own[Symbol.dispose]();
    }
  });
});

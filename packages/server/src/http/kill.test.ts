import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { isTerminal } from '@packshot/contract';
import type { DownloadImageResponse, TaskState } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, newGuest, outcomeOf, send } from '../testing/api-client.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { drawnMask, drawnPng } from '../testing/drawn-png.ts';
import { eventually } from '../testing/eventually.ts';
import type { FaultPlan } from '../testing/fault-plan.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { startProduct } from '../testing/running-product.ts';
import type { RunningProduct } from '../testing/running-product.ts';
import { seeded } from '../testing/seeded.ts';

/** The queue notices a silent worker after 10 s; the rest is starting processes on a machine that is busy. */
const RECOVERY_MS = 150_000;
const TIMEOUT_MS = 300_000;
const BALANCE = 1_000;
/** Rounds with random moments, besides the named ones: FAULT_SEEDS=20, from FAULT_FIRST_SEED on. */
const SEEDS = Number(process.env['FAULT_SEEDS'] ?? 0);
const isLong = SEEDS > 0;
const FIRST_SEED = Number(process.env['FAULT_FIRST_SEED'] ?? 1);

const PHOTO = drawnPng(64, 64, (x, y) => [x * 4, y * 4, 80, 255]);
const MASK = drawnMask(64, 64);

type Kill = NonNullable<FaultPlan['kill']>;
const CLAIM = String.raw`update tasks set status = 'STARTED'`;
const SETTLE = 'update "tasks" set "status"';

/** Where a worker can end in the life of a task; the second half is for longer runs. */
const WORKER_MOMENTS: Readonly<Record<string, Kill>> = {
  'when it has taken the task': { step: CLAIM, when: 'after' },
  'between the two pictures': { step: String.raw`-standard\.webp$`, when: 'after' },
  'before the task is settled for good': { step: '^commit', when: 'before', from: SETTLE },
  'when the task is settled, and the queue does not know': { step: '^commit', when: 'after', from: SETTLE },
  'before it takes the task': { step: CLAIM, when: 'before' },
  'when the engine has its result': { step: 'insert into "assets"', when: 'before' },
  'when both pictures are there': { step: String.raw`-full\.png$`, when: 'after' },
  'in the middle of settling': { step: 'with moved as', when: 'after', from: SETTLE },
};

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct({
    MODERATION: 'false',
    GUEST_FREE_GENERATIONS: String(BALANCE),
    GUEST_FREE_DOWNLOADS: '10',
    LOG_LEVEL: 'info',
  });
}, TIMEOUT_MS);
afterAll(() => product.stop());
afterEach(async () => {
  expect(await brokenInvariants(product.database.pool)).toEqual([]);
});

const gone = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode;
};

async function guestWithPictures(address = product.address) {
  const guest = await newGuest(address);
  const [photo, mask] = await Promise.all([guest.upload(PHOTO), guest.upload(MASK)]);
  return { guest, photo: photo.key, mask: mask.key };
}

/** A task that waits; the stream is left. */
async function accepted(guest: ApiClient, photo: string, mask: string): Promise<string> {
  const leaving = new AbortController();
  const response = await guest.magic(photo, mask, 'brighten', { signal: leaving.signal });
  let taskId = '';
  for await (const event of eventsOf(response)) {
    if ('task_ids' in event) taskId = event.task_ids[0] ?? '';
    break;
  }
  leaving.abort();
  return taskId;
}

const ended = (guest: ApiClient, taskId: string): Promise<TaskState> =>
  eventually(
    `task ${taskId} ends`,
    async () => {
      const state = await guest.json<TaskState>('checkStatus', { query: { task_id: taskId } });
      return isTerminal(state.status) ? state : undefined;
    },
    RECOVERY_MS,
  );

/** Workers that end at these moments, each with a task of its own, and one that is spared: no task and no credit is lost. */
async function expectSurvival(moments: readonly Kill[]): Promise<void> {
  const { guest, photo, mask } = await guestWithPictures();
  const taskIds: string[] = [];
  for (const _ of moments) taskIds.push(await accepted(guest, photo, mask));
  const doomed = moments.map((kill) => product.startWorker({ kill }));
  expect(await Promise.all(doomed.map(gone))).toEqual(moments.map(() => 'SIGKILL'));
  expect(await brokenInvariants(product.database.pool)).toEqual([]);

  const spared = product.startWorker();
  const states = await Promise.all(taskIds.map((taskId) => ended(guest, taskId)));
  expect(states.map(({ status }) => status)).toEqual(taskIds.map(() => 'SUCCESS'));
  expect(await guest.balance()).toBe(BALANCE - taskIds.length);
  for (const { result } of states) {
    const picture = await fetch(new URL(result?.image_url ?? '', product.address));
    expect((await picture.arrayBuffer()).byteLength).toBe(Number(picture.headers.get('content-length')));
  }
  spared.kill('SIGTERM');
  await gone(spared);
}

describe('kill -9 of workers', () => {
  it('at each named moment of a task loses nothing and charges once', { timeout: TIMEOUT_MS }, () =>
    expectSurvival(Object.values(WORKER_MOMENTS).slice(0, isLong ? undefined : 4)),
  );

  it.runIf(isLong).each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'at random moments, seed %i',
    { timeout: TIMEOUT_MS },
    async (seed) => {
      const random = seeded(seed);
      const moments = Array.from({ length: 4 }, (): Kill => {
        const when = random() < 0.5 ? 'before' : 'after';
        return { step: '.', when, from: CLAIM, nth: 1 + Math.floor(random() * 24) };
      });
      await expectSurvival(moments);
    },
  );
});

/** A request whose API died before it could answer. */
const lost = (request: Promise<Response>) =>
  request
    .then((response) => response.text())
    .then(
      () => 'answered',
      () => 'lost',
    );

describe('kill -9 of the API', () => {
  /** Another process of the same service, that ends at that moment; the guest's client talks to it. */
  async function doomedApi(guest: ApiClient, kill: Kill) {
    const { child, address } = await product.startApi({ kill });
    return { child, client: guest.at(address) };
  }
  const BEFORE = { step: '^commit', when: 'before' } as const;
  const AFTER = { step: '^commit', when: 'after' } as const;

  it.each([
    ['before a request is accepted for good', BEFORE],
    ['when it is accepted, before the answer', AFTER],
  ])('%s: the same key again is one task and one debit', { timeout: TIMEOUT_MS }, async (_what, moment) => {
    const { guest, photo, mask } = await guestWithPictures();
    const { child, client } = await doomedApi(guest, {
      ...moment,
      from: 'insert into "generation_requests"',
    });
    const headers = { 'idempotency-key': randomUUID() };
    expect(await lost(client.magic(photo, mask, 'brighten', { headers }))).toBe('lost');
    expect(await gone(child)).toBe('SIGKILL');
    expect(await brokenInvariants(product.database.pool)).toEqual([]);

    const worker = product.startWorker();
    const again = await guest.magic(photo, mask, 'brighten', { headers });
    expect(again.headers.get('idempotency-replayed')).toBe(String(moment === AFTER));
    const { taskIds, states } = await outcomeOf(again);
    expect(taskIds).toHaveLength(1);
    expect(states.at(-1)?.status).toBe('SUCCESS');
    expect(await guest.balance()).toBe(BALANCE - 1);

    // The same with a download of what came of it.
    const key = { json: { key: states.at(-1)?.result?.key } };
    const other = await doomedApi(guest, { ...moment, from: 'insert into "downloads"' });
    expect(await lost(other.client.call('downloadImage', key))).toBe('lost');
    expect(await gone(other.child)).toBe('SIGKILL');
    expect(await guest.json<DownloadImageResponse>('downloadImage', key)).toMatchObject({
      download_credits: 9,
    });
    worker.kill('SIGKILL');
    await gone(worker);
  });

  it.each([
    ['before a refresh token is rotated for good', BEFORE],
    ['when it is rotated, before the answer', AFTER],
  ])('%s: the old one works once more', { timeout: TIMEOUT_MS }, async (_what, moment) => {
    const guest = await newGuest(product.address);
    const { child, client } = await doomedApi(guest, { ...moment, from: 'update "refresh_tokens"' });
    const request = { json: { refresh: guest.session.refresh }, access: null };
    expect(await lost(client.call('refreshSession', request))).toBe('lost');
    const again = await guest.call('refreshSession', request);
    expect(again.status).toBe(200);
    await again.body?.cancel();
    expect(await gone(child)).toBe('SIGKILL');
  });

  it.each(isLong ? [0.1, 0.5, 0.9] : [0.5])(
    'at %d of an upload: nothing is there, and the same target works',
    { timeout: TIMEOUT_MS },
    async (share) => {
      const guest = await newGuest(product.address);
      const { child, address } = await product.startApi({});
      const target = await guest.createTarget();
      const { port } = new URL(address);
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      const fields = Object.entries(target.fields)
        .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('');
      socket.write(
        'POST /objects HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
          `content-length: 9000000\r\n\r\n${fields}` +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="photo.png"\r\n\r\n',
      );
      socket.write(Buffer.alloc(8_000_000 * share));
      const incoming = join(product.dataDir, 'storage', 'incoming');
      await eventually('the upload begins', async () => (await readdir(incoming)).length > 0 || undefined);
      child.kill('SIGKILL');
      await gone(child);
      socket.destroy();

      expect((await guest.magic(target.key, target.key)).status).toBe(404);
      expect((await send(product.address, target, PHOTO)).status).toBe(204);
      for (const left of await readdir(incoming)) await rm(join(incoming, left));
    },
  );
});

describe('a full disk', () => {
  const fullDisk = () => ({
    folder: join(product.dataDir, 'storage'),
    while: join(product.dataDir, 'disk-is-full'),
  });
  const setFull = async (isFull: boolean) => {
    if (isFull) await writeFile(fullDisk().while, '');
    else await rm(fullDisk().while, { force: true });
  };
  const hasFailed = (taskId: string) =>
    eventually(
      'an attempt fails for want of room',
      async () =>
        product
          .log()
          .split('\n')
          .some((line) => line.includes('task attempt failed') && line.includes(taskId)) || undefined,
      RECOVERY_MS,
    );

  it(
    'refuses an upload as that, keeps nothing, and still shows what is there',
    { timeout: TIMEOUT_MS },
    async () => {
      const { guest, photo } = await guestWithPictures();
      const { child, address } = await product.startApi({ fullDisk: fullDisk() });
      await setFull(true);
      const client = guest.at(address);
      const target = await client.createTarget();
      const refused = await send(address, target, PHOTO);
      expect(refused.status).toBe(507);
      expect(await refused.json()).toMatchObject({ code: 'STORAGE_FULL' });
      expect((await client.magic(photo, target.key)).status).toBe(404);
      expect(await client.balance()).toBe(BALANCE);
      await setFull(false);
      expect((await send(address, target, PHOTO)).status).toBe(204);
      child.kill('SIGTERM');
      await gone(child);
    },
  );

  it(
    'lets a task succeed when there is room in time, else fails it free of charge',
    { timeout: TIMEOUT_MS },
    async () => {
      const { guest, photo, mask } = await guestWithPictures();
      const worker = product.startWorker({ fullDisk: fullDisk() });
      await setFull(true);
      const patient = await accepted(guest, photo, mask);
      await hasFailed(patient);
      await setFull(false);
      expect(await ended(guest, patient)).toMatchObject({ status: 'SUCCESS' });
      expect(await guest.balance()).toBe(BALANCE - 1);

      await setFull(true);
      const unlucky = await accepted(guest, photo, mask);
      expect(await ended(guest, unlucky)).toMatchObject({ status: 'FAILURE' });
      expect(await guest.balance()).toBe(BALANCE - 1);
      await setFull(false);
      worker.kill('SIGTERM');
      await gone(worker);
    },
  );
});

describe('clocks that are wrong by ten minutes', () => {
  const TEN_MINUTES_MS = 600_000;
  it.each([
    ['the API ahead, the worker behind', TEN_MINUTES_MS, -TEN_MINUTES_MS],
    ['the API behind, the worker ahead', -TEN_MINUTES_MS, TEN_MINUTES_MS],
  ])(
    '%s: what is accepted runs once, and nothing ends early',
    { timeout: TIMEOUT_MS },
    async (_what, apiMs, workerMs) => {
      const { child, address } = await product.startApi({ clockOffsetMs: apiMs });
      const worker = product.startWorker({ clockOffsetMs: workerMs });
      const { guest, photo, mask } = await guestWithPictures(address);
      const { states } = await outcomeOf(await guest.magic(photo, mask, 'brighten'));
      expect(states.at(-1)).toMatchObject({ status: 'SUCCESS' });
      expect(await guest.balance()).toBe(BALANCE - 1);
      const refresh = { json: { refresh: guest.session.refresh }, access: null };
      const refreshed = await guest.json<{ refresh: string }>('refreshSession', refresh);
      // A clock that goes right sees neither a token that has expired nor one that was stolen.
      const next = await guest.at(product.address).call('refreshSession', { json: refreshed, access: null });
      expect(next.status).toBe(200);
      for (const process of [child, worker]) process.kill('SIGTERM');
      await Promise.all([child, worker].map(gone));
    },
  );
});

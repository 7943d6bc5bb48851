import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { DownloadImageResponse } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { newGuest, readOutcome, send } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { FaultPlan } from '../../src/testing/fault-plan.ts';
import {
  acceptTask,
  BALANCE,
  DOWNLOADS,
  waitForEnd,
  FAULT_TIMEOUT_MS,
  faultSuite,
  waitForExit,
  guestWithPictures,
  leasesRunOut,
  PHOTO,
  stopAll,
} from '../../src/testing/fault-suite.ts';
import { seedRandom } from '../../src/testing/seeded.ts';

const TIMEOUT_MS = FAULT_TIMEOUT_MS;
/**
 * Number of additional rounds in which processes die at random moments, set by FAULT_SEEDS, such as 20. Their seeds
 * start at FAULT_FIRST_SEED.
 */
const SEEDS = Number(process.env['FAULT_SEEDS'] ?? 0);
const isLong = SEEDS > 0;
const FIRST_SEED = Number(process.env['FAULT_FIRST_SEED'] ?? 1);

type Kill = NonNullable<FaultPlan['kill']>;
const CLAIM = String.raw`update tasks set status = 'STARTED'`;
const SETTLE = "update tasks set status = 'SUCCESS'";

/** Moments in a task's life at which a worker can die. */
const WORKER_MOMENTS: Readonly<Record<string, Kill>> = {
  'before it takes the task': { step: CLAIM, when: 'before' },
  'when it has taken the task': { step: CLAIM, when: 'after' },
  'when the engine has its result': { step: 'insert into "assets"', when: 'before' },
  'between the two pictures': { step: String.raw`-standard\.webp$`, when: 'after' },
  'when both pictures are there': { step: String.raw`-full\.png$`, when: 'after' },
  'in the middle of settling': { step: 'with settled as', when: 'after', from: SETTLE },
  'before the task is settled for good': { step: '^commit', when: 'before', from: SETTLE },
  'when the task is settled, and the queue does not know': { step: '^commit', when: 'after', from: SETTLE },
};

const suite = faultSuite();

/**
 * Starts workers that die at these moments, each with its own task, and one that survives. Expects that every task
 * ends and no credit is lost.
 */
async function expectSurvival(moments: readonly Kill[]): Promise<void> {
  const { product } = suite;
  const { guest, photo, mask } = await guestWithPictures(product.address);
  const taskIds: string[] = [];
  for (const _ of moments) taskIds.push(await acceptTask(guest, photo, mask));
  const doomed = moments.map((kill) => product.startWorker({ kill }));
  expect(await Promise.all(doomed.map(waitForExit))).toEqual(moments.map(() => 'SIGKILL'));
  await suite.expectSound();

  await leasesRunOut(product.database.pool);
  const spared = product.startWorker();
  const states = await Promise.all(taskIds.map((taskId) => waitForEnd(guest, taskId)));
  expect(states.map(({ status }) => status)).toEqual(taskIds.map(() => 'SUCCESS'));
  expect(await guest.balance()).toBe(BALANCE - taskIds.length);
  for (const { result } of states) {
    const picture = await fetch(new URL(result?.image_url ?? '', product.address));
    expect((await picture.arrayBuffer()).byteLength).toBe(Number(picture.headers.get('content-length')));
  }
  await stopAll(spared);
}

describe('kill -9 of workers', () => {
  it('loses no task and charges each once, at each named moment', { timeout: TIMEOUT_MS }, () =>
    expectSurvival(Object.values(WORKER_MOMENTS)),
  );

  it.runIf(isLong).each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'loses no task and charges each once, at random moments, seed %i',
    { timeout: TIMEOUT_MS },
    async (seed) => {
      const random = seedRandom(seed);
      const moments = Array.from({ length: 4 }, (): Kill => {
        const when = random() < 0.5 ? 'before' : 'after';
        return { step: '.', when, from: CLAIM, nth: 1 + Math.floor(random() * 24) };
      });
      await expectSurvival(moments);
    },
  );
});

/** Returns the outcome of a request, also if the API process died before it could respond. */
const toFate = (request: Promise<Response>) =>
  request
    .then((response) => response.text())
    .then(
      () => 'answered',
      () => 'lost',
    );

describe('kill -9 of the API', () => {
  /** Starts another API process that dies at the given moment, and connects the guest's client to it. */
  async function doomedApi(guest: ApiClient, kill: Kill) {
    const { child, address } = await suite.product.startApi({ kill });
    return { child, client: guest.at(address) };
  }
  const BEFORE = { step: '^commit', when: 'before' } as const;
  const AFTER = { step: '^commit', when: 'after' } as const;

  it.each([
    ['before tasks are canceled for good', BEFORE],
    ['when they are canceled, before the answer', AFTER],
  ])(
    'returns the credit once when the cancellation is repeated: %s',
    { timeout: TIMEOUT_MS },
    async (_what, moment) => {
      const { guest, photo, mask } = await guestWithPictures(suite.product.address);
      const cancellation = { json: { task_ids: [await acceptTask(guest, photo, mask)] } };
      const { child, client } = await doomedApi(guest, { ...moment, from: 'with open_tasks as' });
      expect(await toFate(client.call('cancel', cancellation))).toBe('lost');
      expect(await waitForExit(child)).toBe('SIGKILL');
      await suite.expectSound();
      await guest.json('cancel', cancellation);
      expect(await guest.balance()).toBe(BALANCE);
    },
  );

  it.each([
    ['before a request is accepted for good', BEFORE],
    ['when it is accepted, before the answer', AFTER],
  ])(
    'gives one task and one debit when the request is repeated with its idempotency key: %s',
    { timeout: TIMEOUT_MS },
    async (_what, moment) => {
      const { guest, photo, mask } = await guestWithPictures(suite.product.address);
      const [accepting, downloading] = await Promise.all([
        doomedApi(guest, { ...moment, from: 'insert into "generation_requests"' }),
        doomedApi(guest, { ...moment, from: 'insert into downloads' }),
      ]);
      const headers = { 'idempotency-key': randomUUID() };
      expect(await toFate(accepting.client.magic(photo, mask, 'brighten', { headers }))).toBe('lost');
      expect(await waitForExit(accepting.child)).toBe('SIGKILL');
      await suite.expectSound();

      const worker = suite.product.startWorker();
      const again = await guest.magic(photo, mask, 'brighten', { headers });
      expect(again.headers.get('idempotency-replayed')).toBe(String(moment === AFTER));
      const { taskIds, states } = await readOutcome(again);
      expect(taskIds).toHaveLength(1);
      expect(states.at(-1)?.status).toBe('SUCCESS');
      expect(await guest.balance()).toBe(BALANCE - 1);

      // Downloads the result through an API process that dies at the same moment, and then through the first one.
      const key = { json: { key: states.at(-1)?.result?.key } };
      expect(await toFate(downloading.client.call('downloadImage', key))).toBe('lost');
      expect(await waitForExit(downloading.child)).toBe('SIGKILL');
      expect(await guest.json<DownloadImageResponse>('downloadImage', key)).toMatchObject({
        download_credits: DOWNLOADS - 1,
      });
      worker.kill('SIGKILL');
      await waitForExit(worker);
    },
  );

  it.each([
    ['before a refresh token is rotated for good', BEFORE],
    ['when it is rotated, before the answer', AFTER],
  ])('accepts the old refresh token once more: %s', { timeout: TIMEOUT_MS }, async (_what, moment) => {
    const guest = await newGuest(suite.product.address);
    const { child, client } = await doomedApi(guest, { ...moment, from: 'update "refresh_tokens"' });
    const request = { json: { refresh: guest.session.refresh }, access: null };
    expect(await toFate(client.call('refreshSession', request))).toBe('lost');
    const again = await guest.call('refreshSession', request);
    expect(again.status).toBe(200);
    await again.body?.cancel();
    expect(await waitForExit(child)).toBe('SIGKILL');
  });

  it.each(isLong ? [0.1, 0.5, 0.9] : [0.5])(
    'stores nothing of an upload interrupted at the fraction %d, and the upload target can be used again',
    { timeout: TIMEOUT_MS },
    async (share) => {
      const { product } = suite;
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
      await waitForExit(child);
      socket.destroy();

      expect((await guest.magic(target.key, target.key)).status).toBe(404);
      expect((await send(product.address, target, PHOTO)).status).toBe(204);
      for (const remainingName of await readdir(incoming)) await rm(join(incoming, remainingName));
    },
  );
});

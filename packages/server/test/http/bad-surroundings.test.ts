import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TokenPair } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { send } from '../../src/testing/api-client.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  acceptTask,
  BALANCE,
  waitForEnd,
  FAULT_TIMEOUT_MS,
  faultSuite,
  guestWithPictures,
  pausesEnd,
  PHOTO,
  RECOVERY_MS,
  stopAll,
} from '../../src/testing/fault-suite.ts';

const TIMEOUT_MS = FAULT_TIMEOUT_MS;
const suite = faultSuite();

describe('a full disk', () => {
  const brokenDisk = () => ({
    folder: join(suite.product.dataDir, 'storage'),
    while: join(suite.product.dataDir, 'disk-is-broken'),
  });
  const breakDisk = (code: string) => writeFile(brokenDisk().while, code);
  const mendDisk = () => rm(brokenDisk().while);
  const hasFailed = (taskId: string) =>
    eventually(
      'an attempt fails',
      async () =>
        suite.product
          .log()
          .split('\n')
          .some((line) => line.includes('task attempt failed') && line.includes(taskId)) || undefined,
      RECOVERY_MS,
    );

  it(
    'makes the server refuse uploads with the right error, store nothing, and still serve existing files',
    { timeout: TIMEOUT_MS },
    async () => {
      const { guest, photo } = await guestWithPictures(suite.product.address);
      const { child, address } = await suite.product.startApi({ brokenDisk: brokenDisk() });
      const client = guest.at(address);
      for (const [errno, status, code] of [
        ['ENOSPC', 507, 'STORAGE_FULL'],
        ['EIO', 503, 'SERVERS_BUSY'],
      ] as const) {
        const target = await client.createTarget();
        await breakDisk(errno);
        const refused = await send(address, target, PHOTO);
        expect(refused.status).toBe(status);
        expect(await refused.json()).toMatchObject({ code });
        expect((await client.magic(photo, target.key)).status).toBe(404);
        expect(await client.balance()).toBe(BALANCE);
        await mendDisk();
        expect((await send(address, target, PHOTO)).status).toBe(204);
      }
      await stopAll(child);
    },
  );

  it.each([
    ['ENOSPC', 507, 'STORAGE_FULL'],
    ['EIO', 503, 'SERVERS_BUSY'],
  ] as const)(
    'makes the server refuse work whose result can’t be stored, and charge nothing (%s)',
    async (errno, status, code) => {
      const { guest, photo, mask } = await guestWithPictures(suite.product.address);
      await breakDisk(errno);
      const { child, address } = await suite.product.startApi({ brokenDisk: brokenDisk() });
      const client = guest.at(address);
      const refused = await client.magic(photo, mask, 'brighten');
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({ code });
      expect(await client.balance()).toBe(BALANCE);
      await mendDisk();
      await eventually(
        'work is accepted again',
        async () => (await client.magic(photo, mask, 'brighten')).status === 200 || undefined,
      );
      await stopAll(child);
    },
    TIMEOUT_MS,
  );

  it(
    'lets a task succeed when space returns in time, and otherwise fails it without a charge',
    { timeout: TIMEOUT_MS },
    async () => {
      const { guest, photo, mask } = await guestWithPictures(suite.product.address);
      const worker = suite.product.startWorker({ brokenDisk: brokenDisk() });
      await breakDisk('ENOSPC');
      const patient = await acceptTask(guest, photo, mask);
      await hasFailed(patient);
      await mendDisk();
      expect(await waitForEnd(guest, patient)).toMatchObject({ status: 'SUCCESS' });
      expect(await guest.balance()).toBe(BALANCE - 1);

      await breakDisk('EIO');
      const unlucky = await acceptTask(guest, photo, mask);
      const noPauses = () => pausesEnd(suite.product.database.pool);
      expect(await waitForEnd(guest, unlucky, noPauses)).toMatchObject({ status: 'FAILURE' });
      expect(await guest.balance()).toBe(BALANCE - 1);
      await mendDisk();
      await stopAll(worker);
    },
  );
});

describe('a wrong clock', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;

  it.each([
    ['the API’s a day ahead, the worker’s an hour back', DAY_MS, -HOUR_MS, 403],
    ['the API’s an hour back, the worker’s a day ahead', -HOUR_MS, DAY_MS, 204],
  ])(
    'doesn’t make tasks run twice, data expire early or tokens refresh twice: %s',
    { timeout: TIMEOUT_MS },
    async (_what, apiMs, workerMs, uploadStatus) => {
      const { product } = suite;
      const clockJumpsWith = join(product.dataDir, 'clocks-have-jumped');
      const { child, address } = await product.startApi({ clockOffsetMs: apiMs, clockJumpsWith });
      const { guest, photo, mask } = await guestWithPictures(address);
      const [young, old] = [await guest.upload(PHOTO), await guest.upload(PHOTO)];
      await product.database.pool.query(
        `update uploads set look_after = look_after - interval '25 hours' where key = $1`,
        [old.key],
      );
      const target = await guest.createTarget();
      const early = await acceptTask(guest, photo, mask);
      await writeFile(clockJumpsWith, '');

      const worker = product.startWorker({ clockOffsetMs: workerMs, clockJumpsWith });
      const refresh = { json: { refresh: guest.session.refresh }, access: null };
      const tokens = await guest.json<TokenPair>('refreshSession', refresh);
      const fresh = guest.with(tokens);
      const late = await acceptTask(fresh, photo, mask);
      for (const taskId of [early, late]) {
        expect(await waitForEnd(fresh, taskId)).toMatchObject({ status: 'SUCCESS' });
      }
      // The worker removes only unused uploads that are a day old by the database's clock.
      await eventually(
        'what is old is removed',
        async () => (await fresh.magic(old.key, mask, 'brighten')).status === 404 || undefined,
        RECOVERY_MS,
      );
      await acceptTask(fresh, young.key, mask);
      // The upload permission from before may have expired; a new one works.
      expect((await send(address, target, PHOTO)).status).toBe(uploadStatus);
      expect((await fresh.upload(PHOTO)).response.status).toBe(204);
      // With a correct clock, the server treats the token neither as expired nor as stolen.
      const next = await guest
        .at(product.address)
        .call('refreshSession', { json: { refresh: tokens.refresh }, access: null });
      expect(next.status).toBe(200);
      await rm(clockJumpsWith);
      await stopAll(child, worker);
    },
  );
});

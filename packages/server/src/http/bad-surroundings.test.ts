import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TokenPair } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { outcomeOf, send } from '../testing/api-client.ts';
import { eventually } from '../testing/eventually.ts';
import {
  accepted,
  BALANCE,
  ended,
  FAULT_TIMEOUT_MS,
  faultSuite,
  guestWithPictures,
  PHOTO,
  RECOVERY_MS,
  stopAll,
} from '../testing/fault-suite.ts';

const TIMEOUT_MS = FAULT_TIMEOUT_MS;
const suite = faultSuite();

describe('a disk on which nothing new can be written', () => {
  const brokenDisk = (code: string) => ({
    code,
    folder: join(suite.product.dataDir, 'storage'),
    while: join(suite.product.dataDir, 'disk-is-broken'),
  });
  const setBroken = async (isBroken: boolean) => {
    const file = brokenDisk('').while;
    if (isBroken) await writeFile(file, '');
    else await rm(file, { force: true });
  };
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

  it.each([
    ['full', 'ENOSPC', 507, 'STORAGE_FULL'],
    ['broken', 'EIO', 503, 'SERVERS_BUSY'],
  ])(
    'because it is %s refuses an upload as that, keeps nothing, and still shows what is there',
    { timeout: TIMEOUT_MS },
    async (_what, errno, status, code) => {
      const { guest, photo } = await guestWithPictures(suite.product.address);
      const { child, address } = await suite.product.startApi({ brokenDisk: brokenDisk(errno) });
      await setBroken(true);
      const client = guest.at(address);
      const target = await client.createTarget();
      const refused = await send(address, target, PHOTO);
      expect(refused.status).toBe(status);
      expect(await refused.json()).toMatchObject({ code });
      expect((await client.magic(photo, target.key)).status).toBe(404);
      expect(await client.balance()).toBe(BALANCE);
      await setBroken(false);
      expect((await send(address, target, PHOTO)).status).toBe(204);
      await stopAll(child);
    },
  );

  it(
    'lets a task succeed when it is well in time, else fails it free of charge',
    { timeout: TIMEOUT_MS },
    async () => {
      const { guest, photo, mask } = await guestWithPictures(suite.product.address);
      const worker = suite.product.startWorker({ brokenDisk: brokenDisk('ENOSPC') });
      await setBroken(true);
      const patient = await accepted(guest, photo, mask);
      await hasFailed(patient);
      await setBroken(false);
      expect(await ended(guest, patient)).toMatchObject({ status: 'SUCCESS' });
      expect(await guest.balance()).toBe(BALANCE - 1);

      await setBroken(true);
      const unlucky = await accepted(guest, photo, mask);
      await hasFailed(unlucky);
      expect(await ended(guest, unlucky)).toMatchObject({ status: 'FAILURE' });
      expect(await guest.balance()).toBe(BALANCE - 1);
      await setBroken(false);
      await stopAll(worker);
    },
  );
});

describe('clocks that are wrong', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;

  it.each([
    ['the API a day ahead, the worker an hour behind', DAY_MS, -HOUR_MS],
    ['the API an hour behind, the worker a day ahead', -HOUR_MS, DAY_MS],
  ])(
    '%s: what is accepted runs once, nothing ends early, nothing is removed early',
    { timeout: TIMEOUT_MS },
    async (_what, apiMs, workerMs) => {
      const { product } = suite;
      const { child, address } = await product.startApi({ clockOffsetMs: apiMs });
      const { guest, photo, mask } = await guestWithPictures(address);
      const [young, old] = [await guest.upload(PHOTO), await guest.upload(PHOTO)];
      await product.database.pool.query(
        `update uploads set created_at = created_at - interval '25 hours' where key = $1`,
        [old.key],
      );
      const worker = product.startWorker({ clockOffsetMs: workerMs });
      const { states } = await outcomeOf(await guest.magic(photo, mask, 'brighten'));
      expect(states.at(-1)).toMatchObject({ status: 'SUCCESS' });
      expect(await guest.balance()).toBe(BALANCE - 1);
      // A worker has tidied up; what is a day old by the database's clock is gone, and nothing else.
      await eventually(
        'what is old is removed',
        async () => (await guest.magic(old.key, mask, 'brighten')).status === 404 || undefined,
        RECOVERY_MS,
      );
      const { taskIds } = await outcomeOf(await guest.magic(young.key, mask, 'brighten'));
      expect(taskIds).toHaveLength(1);

      const refresh = { json: { refresh: guest.session.refresh }, access: null };
      const refreshed = await guest.json<{ refresh: string }>('refreshSession', refresh);
      // A clock that goes right sees neither a token that has expired nor one that was stolen.
      const next = await guest.at(product.address).call('refreshSession', { json: refreshed, access: null });
      expect(next.status).toBe(200);
      await stopAll(child, worker);
    },
  );

  it.each([
    ['forward by a day', DAY_MS, 403],
    ['back by an hour', -HOUR_MS, 204],
  ])(
    'that jump %s while somebody works: nothing is lost or paid twice, and one refresh leads on',
    { timeout: TIMEOUT_MS },
    async (_what, clockOffsetMs, uploadStatus) => {
      const { product } = suite;
      const clockJumpsWith = join(product.dataDir, 'clock-has-jumped');
      const { child, address } = await product.startApi({ clockOffsetMs, clockJumpsWith });
      const { guest, photo, mask } = await guestWithPictures(address);
      const target = await guest.createTarget();
      const worker = product.startWorker({ clockOffsetMs, clockJumpsWith });
      const early = await accepted(guest, photo, mask);
      await writeFile(clockJumpsWith, '');

      const refresh = { json: { refresh: guest.session.refresh }, access: null };
      const fresh = guest.with(await guest.json<TokenPair>('refreshSession', refresh));
      const late = await accepted(fresh, photo, mask);
      for (const taskId of [early, late]) {
        expect(await ended(fresh, taskId)).toMatchObject({ status: 'SUCCESS' });
      }
      expect(await fresh.balance()).toBe(BALANCE - 2);
      // A permission to upload may have run out; a new one has not.
      expect((await send(address, target, PHOTO)).status).toBe(uploadStatus);
      expect((await fresh.upload(PHOTO)).response.status).toBe(204);
      await rm(clockJumpsWith);
      await stopAll(child, worker);
    },
  );
});

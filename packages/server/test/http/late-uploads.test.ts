import { UPLOAD_CONTENT_TYPES } from '../../src/uploads/service.ts';
import { randomUUID } from 'node:crypto';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session, UploadTarget } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/platform/access/caller.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createStraySweep } from '../../src/service/maintenance/sweep-strays.ts';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import {
  collect,
  postFile,
  s3TestServer,
  startDiskStore,
  startS3Store,
} from '../../src/platform/objects/testing/stores-under-test.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { memoryLog } from '../../src/testing/memory-log.ts';
import { succeedTask } from '../../src/testing/settle-task.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { acceptTask, PRODUCT_PHOTO } from '../../src/testing/test-services.ts';

const MINUTE_S = 60;
let clock: ManualClock;
let api: TestApi;
beforeAll(async () => {
  clock = new ManualClock();
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

async function registerOwner(): Promise<{ access: string; caller: Caller; password: string }> {
  const form = {
    email: `${randomUUID()}@shop.example`,
    password: 'rightpass1',
    first_name: 'Ann',
    last_name: 'Smith',
  };
  const { access } = await api.data<Session>('register', { body: form });
  return { access, caller: await api.services.sessions.authenticate(access), password: form.password };
}

async function createTarget(access: string): Promise<UploadTarget> {
  const answer = await api.send('createUploadTarget', { access, query: { object_name: '123456789012.png' } });
  return answer.json<UploadTarget>();
}

async function listFiles(userId: string): Promise<string[]> {
  const all = await readdir(join(api.services.folder, 'storage'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile() && entry.parentPath.includes(userId)).map(({ name }) => name);
}

const sweep = () => sweepExpired({ ...api.services, clock, logger: silentLogger });

describe('an upload permission', () => {
  it('is void once its owner deletes the account, and leaves no file behind', async () => {
    const { access, caller, password } = await registerOwner();
    const [used, unusedTarget] = [await createTarget(access), await createTarget(access)];
    expect((await api.upload(used, PRODUCT_PHOTO)).statusCode).toBe(204);
    const deleted = await api.send('deleteAccount', { access, body: { password } });
    expect(deleted.statusCode).toBe(204);

    const late = await api.upload(unusedTarget, PRODUCT_PHOTO);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([403, 'UPLOAD_EXPIRED']);
    // The account's rows remain while upload permissions issued before the deletion may still be used. So files that
    // are uploaded with them can be found.
    clock.advance(34 * MINUTE_S);
    expect(await sweep()).toMatchObject({ accounts: 0 });
    clock.advance(2 * MINUTE_S);
    expect(await sweep()).toMatchObject({ accounts: 1 });
    expect(await listFiles(caller.userId)).toEqual([]);
    expect((await api.upload(unusedTarget, PRODUCT_PHOTO)).statusCode).toBe(403);
    expect(await listFiles(caller.userId)).toEqual([]);
  });

  it('is void when its record is gone', async () => {
    const { access } = await registerOwner();
    const created = await api.send('bulkCreateRecords', { access, body: { records: [{ tool_type: 8 }] } });
    const [record] = created.json<{ data: { id: string; upload: Record<string, UploadTarget> }[] }>().data;
    const { thumb, output_image: output } = record?.upload ?? {};
    if (!thumb || !output || !record) throw new Error('No targets');
    expect((await api.upload(thumb, PRODUCT_PHOTO)).statusCode).toBe(204);
    await api.services.pool.query('delete from generation_records where id = $1', [record.id]);
    expect((await api.upload(output, PRODUCT_PHOTO)).statusCode).toBe(403);
  });
});

describe('a truncated result', () => {
  it('is not served as if it were complete', async () => {
    const guest = await api.services.newGuest();
    const taskId = await acceptTask(api.services, guest);
    await succeedTask(api.services, taskId);
    const link = async () => {
      const { result } = await api.services.generations.state(guest, taskId);
      return result?.std_url ?? '';
    };
    expect((await api.get(await link())).statusCode).toBe(200);
    const key = new URL(await link(), 'http://x').pathname.slice('/objects/'.length);
    await truncate(join(api.services.folder, 'storage', 'objects', key), 2);
    const answer = await api.get(await link());
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
    expect(await api.services.objects.head(key)).toBeNull();
    await expect(api.services.objects.read(key)).rejects.toThrow('There is no object');
    await expect(api.services.objects.readRange(key, 0, 1)).rejects.toThrow('There is no object');
  });
});

const s3 = s3TestServer();
describe.each([
  ['a folder', startDiskStore, false],
  ['a bucket', () => startS3Store(s3 ?? { endpoint: '', accessKeyId: '', secretAccessKey: '' }), s3 === null],
])('objects in %s that arrived after their owner was removed', (_where, start, isSkipped) => {
  const uploadTo = (store: ObjectStore, key: string) =>
    store.createUploadTarget({
      key,
      contentTypes: UPLOAD_CONTENT_TYPES,
      minSizeBytes: 1,
      maxSizeBytes: 1_000_000,
      expiresInSeconds: 600,
    });

  it.skipIf(isSkipped)('are found page by page, and nothing else is removed', async () => {
    const { store, origin, close } = await start();
    try {
      const knownGuest = await api.services.newGuest();
      const deletedUserId = randomUUID();
      const target = await uploadTo(store, `uploads/${deletedUserId}/${randomUUID()}`);
      expect(await postFile(origin, target, new Uint8Array(PRODUCT_PHOTO))).toBe(204);
      const others = [
        `results/${knownGuest.userId}/a/1-full.png`,
        'uploads/by-hand/a.png',
        'elsewhere/a.png',
      ];
      for (const key of [...others, `records/${deletedUserId}/${randomUUID()}/thumb`])
        await store.write(key, PRODUCT_PHOTO, { contentType: 'image/png' });
      const round = createStraySweep({ ...api.services, objects: store, logger: silentLogger });
      const soon = { now: () => new Date() };
      for (let folder = 0; folder < 3; folder += 1) expect(await round(soon)).toEqual({ strays: 0 });
      const later = { now: () => new Date(Date.now() + 2 * 3600_000) };
      const removed = [await round(later), await round(later), await round(later)];
      expect(removed).toEqual([{ strays: 1 }, { strays: 0 }, { strays: 1 }]);
      const remainingObjects = await collect(store.list(''));
      expect(remainingObjects.map(({ key }) => key).toSorted()).toEqual(others.toSorted());
    } finally {
      await close();
    }
  });

  it.skipIf(isSkipped)(
    'are not removed when the database knows almost no owner, because it must be the wrong database',
    async () => {
      const { store, close } = await start();
      try {
        for (let user = 0; user < 12; user += 1)
          await store.write(`uploads/${randomUUID()}/a`, PRODUCT_PHOTO, { contentType: 'image/png' });
        const { logger, text } = memoryLog();
        const round = createStraySweep({ ...api.services, objects: store, logger });
        expect(await round({ now: () => new Date(Date.now() + 2 * 3600_000) })).toEqual({ strays: 0 });
        expect(text()).toContain('is it the right one for this store?');
        expect(await collect(store.list(''))).toHaveLength(12);
      } finally {
        await close();
      }
    },
  );
});

import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyPng } from '../testing/drawn-png.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { succeedTask } from '../testing/settle-task.ts';
import { acceptTask, bgRemoval, PRODUCT_PHOTO, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { TooManyRequestsError } from '../platform/domain-error.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.stop());

const credits = (caller: Caller) => services.credits.freemiumCredits(caller);
const countJobs = async (taskId: string) => {
  const { rows } = await services.pool.query(`select 1 from pgboss.job where data ->> 'taskId' = $1`, [
    taskId,
  ]);
  return rows.length;
};

describe('accepting a generation', () => {
  it('debits one credit and queues one job', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    expect(await credits(caller)).toBe(4);
    expect(await countJobs(taskId)).toBe(1);
    expect(await services.generations.state(caller, taskId)).toEqual({
      task_id: taskId,
      status: 'PENDING',
      progress: 0,
    });
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('answers ten parallel repetitions of an idempotency key with one task and one debit', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        services.generations.accept(caller, 'cut-out', bgRemoval(key), idempotencyKey),
      ),
    );
    expect(new Set(answers.flatMap((answer) => answer.taskIds)).size).toBe(1);
    expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1);
    expect(await credits(caller)).toBe(4);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('answers a repeated idempotency key even if the picture is gone and the credits are spent', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const idempotencyKey = randomUUID();
    const first = await services.generations.accept(caller, 'cut-out', bgRemoval(key), idempotencyKey);
    for (let count = 0; count < 4; count += 1) await acceptTask(services, caller);
    await services.objects.delete(key);
    const again = await services.generations.accept(caller, 'cut-out', bgRemoval(key), idempotencyKey);
    expect(again).toEqual({ taskIds: first.taskIds, isReplay: true });
  });

  it('refuses the same idempotency key with another picture', async () => {
    const caller = await services.newGuest();
    const idempotencyKey = randomUUID();
    const [first, second] = [await services.upload(caller), await services.upload(caller)];
    await services.generations.accept(caller, 'cut-out', bgRemoval(first), idempotencyKey);
    const other = services.generations.accept(caller, 'cut-out', bgRemoval(second), idempotencyKey);
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await credits(caller)).toBe(4);
  });

  it('keeps idempotency keys apart by user', async () => {
    const idempotencyKey = randomUUID();
    const callers = [await services.newGuest(), await services.newGuest()];
    const answers = await Promise.all(
      callers.map(async (caller) =>
        services.generations.accept(
          caller,
          'cut-out',
          bgRemoval(await services.upload(caller)),
          idempotencyKey,
        ),
      ),
    );
    expect(new Set(answers.flatMap((answer) => answer.taskIds)).size).toBe(2);
  });

  it('accepts exactly as many of 40 parallel requests as there are credits', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () =>
        services.generations.accept(caller, 'cut-out', bgRemoval(key), randomUUID()),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'OUT_OF_CREDITS' });
    }
    expect(await credits(caller)).toBe(0);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('accepts an earlier result of the caller as input', async () => {
    const caller = await services.newGuest();
    const taskId = await acceptTask(services, caller);
    await succeedTask(services, taskId);
    const { result } = await services.generations.state(caller, taskId);
    await services.objects.write(result?.key ?? '', PRODUCT_PHOTO, { contentType: 'image/png' });
    await acceptTask(services, caller, result?.key);
    // A result may exceed the size limit of uploads, as the cut-out of a 50-megapixel photo does.
    const large = Buffer.concat([PRODUCT_PHOTO, Buffer.alloc(UPLOAD_MAX_BYTES)]);
    await services.objects.write(result?.key ?? '', large, { contentType: 'image/png' });
    await acceptTask(services, caller, result?.key);
    expect(await credits(caller)).toBe(2);
  });
});

describe('a refused generation', () => {
  const refusal = async (caller: Caller, key: string) => {
    const before = await credits(caller);
    const error: unknown = await services.generations
      .accept(caller, 'cut-out', bgRemoval(key), randomUUID())
      .catch((reason: unknown) => reason);
    expect(await credits(caller)).toBe(before);
    return error;
  };

  it('is free for an upload that never arrived', async () => {
    const caller = await services.newGuest();
    const { key } = await services.uploads.createTarget(caller, 'x.png');
    expect(await refusal(caller, key)).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  });

  it('is free for another user’s upload, and for an invented storage key', async () => {
    const [owner, stranger] = [await services.newGuest(), await services.newGuest()];
    const key = await services.upload(owner);
    expect(await refusal(stranger, key)).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect(await refusal(owner, `uploads/${owner.userId}/invented`)).toMatchObject({
      code: 'UPLOAD_NOT_FOUND',
    });
  });

  it('is free for a text file with a picture’s file name', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller, Buffer.from('just some words'));
    expect(await refusal(caller, key)).toMatchObject({ code: 'UNSUPPORTED_TYPE' });
  });

  it('is free for a picture of 60 megapixels', async () => {
    const caller = await services.newGuest();
    const key = await services.upload(caller, emptyPng(10_000, 6_000));
    expect(await refusal(caller, key)).toMatchObject({ code: 'TOO_MANY_PIXELS' });
  });

  it('reports an invalid picture rather than the lack of credits', async () => {
    const caller = await services.newGuest();
    for (let count = 0; count < 5; count += 1) await acceptTask(services, caller);
    const text = await services.upload(caller, Buffer.from('just some words'));
    expect(await refusal(caller, text)).toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    expect(await refusal(caller, await services.upload(caller))).toMatchObject({ code: 'OUT_OF_CREDITS' });
  });
});

describe('a generation limit', () => {
  it('holds exactly under parallel requests', async () => {
    const limited = await startTestServices({
      clock: new ManualClock(),
      limits: { generationsPerMinute: 3 },
    });
    try {
      const caller = await limited.newGuest();
      const key = await limited.upload(caller);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, () => limited.generations.accept(caller, 'cut-out', bgRemoval(key))),
      );
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3);
      const waitsS = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as TooManyRequestsError).retryAfterSeconds] : [],
      );
      // Each refused request has to wait until the first of the three accepted ones is a minute old.
      expect(waitsS).toEqual(Array(9).fill(60));
      expect(await limited.credits.freemiumCredits(caller)).toBe(2);
      expect(await brokenInvariants(limited.pool)).toEqual([]);
    } finally {
      await limited.stop();
    }
  });

  it('counts the running tasks of a user, and the queued tasks of all users', async () => {
    const limited = await startTestServices({ limits: { simultaneousTasksPerUser: 1, queuedTasks: 2 } });
    try {
      const [ann, bob, eve] = [await limited.newGuest(), await limited.newGuest(), await limited.newGuest()];
      const taskId = await acceptTask(limited, ann);
      await expect(acceptTask(limited, ann)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      await acceptTask(limited, bob);
      await expect(acceptTask(limited, eve)).rejects.toMatchObject({ code: 'SERVERS_BUSY' });
      await succeedTask(limited, taskId);
      await acceptTask(limited, ann);
    } finally {
      await limited.stop();
    }
  });
});

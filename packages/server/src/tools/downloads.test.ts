import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../testing/invariants.ts';
import { acceptTask, startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import { succeedTask } from '../testing/settle-task.ts';
import type { Caller } from '../platform/access/caller.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.stop());

async function makeResult(caller: Caller): Promise<string> {
  const taskId = await acceptTask(services, caller);
  await succeedTask(services, taskId);
  const { result } = await services.generations.state(caller, taskId);
  if (result?.key === undefined) throw new Error('The task has no result');
  return result.key;
}

describe('the endpoint download-image', () => {
  it('debits an asset once, however often and from however many tabs it is downloaded', async () => {
    const caller = await services.newGuest();
    const key = await makeResult(caller);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => services.files.downloadImage(caller, key)),
    );
    expect(new Set(answers.map((answer) => answer.download_credits))).toEqual(new Set([1]));
    expect(answers.every((answer) => answer.url?.startsWith('/objects/'))).toBe(true);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('responds with -1 and no link when the balance is 0, and debits nothing', async () => {
    const caller = await services.newGuest();
    const keys = [await makeResult(caller), await makeResult(caller), await makeResult(caller)];
    const [first, second, third] = keys;
    await services.files.downloadImage(caller, first ?? '');
    await services.files.downloadImage(caller, second ?? '');
    const refused = await services.files.downloadImage(caller, third ?? '');
    expect(refused.download_credits).toBe(-1);
    expect(refused.url).toBeUndefined();
    expect((await services.credits.downloadCredits(caller)).download_credits).toBe(0);
    // A picture whose download was paid for can be downloaded again for free.
    expect((await services.files.downloadImage(caller, first ?? '')).url).toBeDefined();
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('allows exactly as many parallel downloads of different assets as there are credits', async () => {
    const caller = await services.newGuest();
    const keys = await Promise.all(Array.from({ length: 5 }, () => makeResult(caller)));
    const answers = await Promise.all(keys.map((key) => services.files.downloadImage(caller, key)));
    expect(answers.filter((answer) => answer.url !== undefined)).toHaveLength(2);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('refuses other users’ assets and invented keys', async () => {
    const [owner, stranger] = [await services.newGuest(), await services.newGuest()];
    const key = await makeResult(owner);
    await expect(services.files.downloadImage(stranger, key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(services.files.downloadImage(owner, 'results/nobody/1')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await services.credits.downloadCredits(stranger)).download_credits).toBe(2);
  });
});

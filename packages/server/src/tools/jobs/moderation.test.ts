import { ERRORS } from '@packshot/contract';
import type { ModerationScores } from '@packshot/image-engine';
import { describe, expect, it } from 'vitest';
import { createModeration } from '../../uploads/moderation.ts';
import { waitForLastState } from '../../testing/await-task.ts';
import { FAKE_RESULT } from '../../testing/fake-engine.ts';
import {
  acceptTask,
  bgRemoval,
  magicForm,
  MODERATION_THRESHOLD,
  PRODUCT_PHOTO,
} from '../../testing/test-services.ts';
import { workerSuite } from '../../testing/worker-suite.ts';

const BALANCE = 100;
const suite = workerSuite({ allowances: { guestGenerations: BALANCE } });

const scores = (changes: Partial<ModerationScores>): ModerationScores => ({
  drawing: 0,
  hentai: 0,
  neutral: 0,
  porn: 0,
  sexy: 0,
  ...changes,
});
const succeed = () => Promise.resolve(FAKE_RESULT);
const never = () => Promise.reject(new Error('The tool must not see this photo'));

describe('indecency moderation', () => {
  it.each([
    ['photographed', scores({ porn: 0.9, sexy: 0.1 })],
    ['drawn', scores({ hentai: 0.9, drawing: 0.1 })],
    ['partly photographed and partly drawn', scores({ porn: 0.4, hentai: MODERATION_THRESHOLD - 0.4 })],
  ])('refuses an indecent picture, %s, before the tool sees it, and free of charge', async (_, indecent) => {
    const { services } = suite;
    const caller = await services.newGuest();
    await suite.work(never, { scores: indecent });
    const key = await services.upload(caller);
    const state = await waitForLastState(services, caller, await acceptTask(services, caller, key));
    const { message } = ERRORS.INDECENT_IMAGE;
    expect(state).toMatchObject({ status: 'FAILURE', error: { code: 'INDECENT_IMAGE', message } });
    expect(await services.credits.freemiumCredits(caller)).toBe(BALANCE);
    // The photo's indecency score is stored by now, so later requests are refused when they are accepted.
    const again = services.generations.accept(caller, 'cut-out', bgRemoval(key), undefined);
    await expect(again).rejects.toMatchObject({ code: 'INDECENT_IMAGE' });
    expect(await services.credits.freemiumCredits(caller)).toBe(BALANCE);
  });

  it('refuses an indecent result of an engine other than the built-in one, unless moderation is off', async () => {
    const { database } = suite.services;
    const moderateResult = (indecency: number, threshold: number | null) =>
      createModeration(database, threshold).assertDecentResult(() => Promise.resolve(indecency));
    await expect(moderateResult(MODERATION_THRESHOLD, MODERATION_THRESHOLD)).rejects.toMatchObject({
      code: 'ENGINE_MODERATED',
    });
    await moderateResult(MODERATION_THRESHOLD - 0.01, MODERATION_THRESHOLD);
    await moderateResult(1, null);
  });

  it.each([
    ['clothed people', scores({ sexy: 0.99, porn: 0.01 })],
    ['drawings', scores({ drawing: 0.99, hentai: 0.01 })],
    ['scores below the threshold', scores({ porn: 0.35, hentai: 0.34, neutral: 0.31 })],
  ])('lets %s pass', async (_, decent) => {
    const { services } = suite;
    const caller = await services.newGuest();
    await suite.work(succeed, { scores: decent });
    const state = await waitForLastState(services, caller, await acceptTask(services, caller));
    expect(state.status).toBe('SUCCESS');
  });

  it('doesn’t check masks', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    await suite.work(succeed);
    const photo = await services.upload(caller);
    const mask = await services.upload(caller);
    const { taskIds } = await services.generations.accept(caller, 'magic', magicForm(photo, mask), undefined);
    expect((await waitForLastState(services, caller, taskIds[0] ?? '')).status).toBe('SUCCESS');
    const { uploads } = services.database.stores;
    expect(await uploads.judgment(caller.userId, mask)).toBeNull();
    expect(await uploads.judgment(caller.userId, photo)).toMatchObject({ indecency: 0.02 });
  });

  it('checks the same bytes once, and checks again when the upload’s bytes change', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    const key = await services.upload(caller);
    let looks = 0;
    const assertDecent = (bytes: Uint8Array, indecency: number) =>
      services.moderation.assertDecent(caller.userId, key, bytes, () => {
        looks += 1;
        return Promise.resolve(indecency);
      });
    await assertDecent(PRODUCT_PHOTO, 0.1);
    await assertDecent(PRODUCT_PHOTO, 1);
    expect(looks).toBe(1);
    const other = assertDecent(PRODUCT_PHOTO.subarray(1), 1);
    await expect(other).rejects.toMatchObject({ code: 'INDECENT_IMAGE' });
    expect(looks).toBe(2);
  });

  it('doesn’t check results of our tools, and checks nothing when it is off', async () => {
    const { services } = suite;
    const caller = await services.newGuest();
    const fail = () => Promise.reject(new Error('Unexpected look'));
    const off = createModeration(services.database, null);
    const key = await services.upload(caller);
    await services.moderation.assertDecent(caller.userId, 'results/one', PRODUCT_PHOTO, fail);
    await off.assertDecent(caller.userId, key, PRODUCT_PHOTO, fail);
    const indecent = { sha256: '', indecency: 1 };
    off.assertNotFoundIndecent(indecent);
    expect(() => services.moderation.assertNotFoundIndecent(indecent)).toThrow(
      expect.objectContaining({ code: 'INDECENT_IMAGE' }),
    );
  });
});

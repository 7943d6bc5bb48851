import { randomUUID } from 'node:crypto';
import type { Run, Session, StoredRecipe } from '@packshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { acceptTask } from '../../src/testing/test-services.ts';
import { succeedTask } from '../../src/testing/settle-task.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const password = 'rightpass1';

/**
 * Creates an account with links to a picture and to the files of a run, which the tests open after the account is
 * deleted.
 */
async function withLinks() {
  const { access } = await api.data<Session>('register', {
    body: { email: `${randomUUID()}@shop.example`, password, first_name: 'Ann', last_name: 'Smith' },
  });
  const caller = await api.services.sessions.authenticate(access);
  await api.services.database.stores.ledger.append({
    userId: caller.userId,
    ledger: 'freemium',
    kind: 'adjust',
    delta: 5,
    reference: `test:${randomUUID()}`,
  });
  const taskId = await acceptTask(api.services, caller);
  await succeedTask(api.services, taskId);
  const { result } = await api.services.generations.state(caller, taskId);
  const recipe = await api.data<StoredRecipe>('createRecipe', {
    access,
    body: { name: 'White', recipe: PLAIN_RECIPE },
  });
  const run = await api.data<Run>('createRun', { access, body: { name: 'Autumn', recipe_id: recipe.id } });
  const { url } = await api.data<{ url: string }>('orderRunDownload', {
    access,
    params: { id: run.id },
    body: { kind: 'manifest' },
  });
  return { access, picture: result?.std_url ?? '', files: url };
}

const statuses = async (...links: readonly string[]): Promise<number[]> =>
  Promise.all(links.map(async (link) => (await api.get(link)).statusCode));

it('links of an account stop working the moment it is deleted, unlike those of other accounts', async () => {
  const deletedUser = await withLinks();
  const other = await withLinks();
  expect(await statuses(deletedUser.picture, deletedUser.files)).toEqual([200, 200]);
  const { statusCode } = await api.send('deleteAccount', { access: deletedUser.access, body: { password } });
  expect(statusCode).toBe(204);
  expect(await statuses(deletedUser.picture, deletedUser.files)).toEqual([404, 410]);
  expect(await statuses(other.picture, other.files)).toEqual([200, 200]);
});

it('links of the guest that became the account stop working with its deletion', async () => {
  const guest = await api.services.newGuest();
  const taskId = await acceptTask(api.services, guest);
  await succeedTask(api.services, taskId);
  const { result } = await api.services.generations.state(guest, taskId);
  const picture = result?.std_url ?? '';
  const { access } = await withLinks();
  const caller = await api.services.sessions.authenticate(access);
  await api.services.database.stores.accounts.markJoined(guest.userId, caller.userId);
  expect(await statuses(picture)).toEqual([200]);
  await api.send('deleteAccount', { access, body: { password } });
  expect(await statuses(picture)).toEqual([404]);
});

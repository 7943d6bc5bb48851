import { RUN_ITEMS_PER_CALL } from '@packshot/contract';
import type { Run, StoredRecipe } from '@packshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_RECIPE } from '../../src/testing/endpoint-requests.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

/** Creates an owner. Skips registration, whose password hash is deliberately slow. */
async function owner(): Promise<string> {
  const { access, info } = await api.guest();
  await api.services.database.stores.organizations.setRole(info.user.id, 'owner');
  return access;
}

it('a run accepts as many rows per call as documented, with long names and addresses', async () => {
  const access = await owner();
  const recipe = await api.data<StoredRecipe>('createRecipe', {
    access,
    body: { name: 'White', recipe: PLAIN_RECIPE },
  });
  const run = await api.data<Run>('createRun', { access, body: { name: 'Autumn', recipe_id: recipe.id } });
  const items = Array.from({ length: RUN_ITEMS_PER_CALL }, (_, place) => ({
    sku: `article-${place}`,
    columns: { title: 'Becher, blau glasiert, 300 ml, spülmaschinenfest '.repeat(4).trim() },
    source: { kind: 'url', url: `https://shop.example/${'pictures/'.repeat(12)}${place}.jpg` },
  }));
  const params = { id: run.id };
  expect(await api.data('addRunItems', { access, params, body: { first_row: 1, items } })).toEqual({
    added: RUN_ITEMS_PER_CALL,
    taken: [],
    items: RUN_ITEMS_PER_CALL,
  });
});

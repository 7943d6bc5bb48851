import type { CatalogEventBody } from '@packshot/contract';
import { announce } from '../api/webhooks/announce.ts';
import { presentRun } from './present.ts';
import type { StoredRun } from './model.ts';
import type { CatalogStores } from './stores.ts';

/**
 * Notifies the organization's webhooks that a catalog run has finished, was delivered, or was paused by the server.
 * Must run in the transaction of that change. Neither runs nor jobs that a user started in the web app are announced.
 */
export async function announceCatalog(
  stores: CatalogStores,
  { id, userId }: Pick<StoredRun, 'id' | 'userId'>,
  type: CatalogEventBody['type'],
  now: Date,
): Promise<void> {
  const run = await stores.runs.find(userId, id);
  const figures = (await stores.runs.figures([id])).get(id);
  if (run === null || run.apiKeyId === null || figures === undefined) return;
  const delivery = (await stores.deliveries.figures([id])).get(id);
  const presentedRun = presentRun(run, figures, delivery);
  const { name, status, paused_because, items, counts, credits, to, created_at } = presentedRun;
  const data = { id, name, status, paused_because, items, counts, credits, to, created_at };
  await announce(stores, run.apiKeyId, { type, timestamp: now.toISOString(), data }, now);
}

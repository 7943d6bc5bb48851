import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ApiKeyRequest } from '@packshot/contract';
import type pg from 'pg';
import type { ApiKeyService } from '../../packages/server/src/api/keys/service.ts';
import type { BillingSettings } from '../../packages/server/src/billing/model.ts';
import type { Caller } from '../../packages/server/src/platform/access/caller.ts';
import type { ServiceDatabase } from '../../packages/server/src/service/stores.ts';
import { openQueueSender } from '../../packages/server/src/platform/queue/pg-boss-queue.ts';
import { openPool } from '../../packages/server/src/platform/database/connection.ts';
import { createDatabase } from '../../packages/server/src/app/database.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { runningPostgresUrl } from '../launch/postgres/embedded-postgres.ts';
import type { LaunchSettings } from '../launch/settings.ts';

export const DEMO_BILLING: BillingSettings = {
  mode: 'demo',
  environment: 'demo',
  currency: 'usd',
  stripePriceIds: {},
  graceMs: 0,
};

/** Creates an account with an organization that may have live keys and large runs, directly in the database. */
export async function insertOwner({ stores }: ServiceDatabase): Promise<Caller> {
  const [userId, organizationId] = [randomUUID(), randomUUID()];
  await stores.accounts.insert({
    userId,
    organizationId,
    membershipId: randomUUID(),
    organizationName: 'Shop',
    subscriptionType: 'free',
    role: 'owner',
  });
  await stores.organizations.setGrants(organizationId, ['live_keys', 'large_runs'], null);
  return { userId, organizationId, familyId: randomUUID(), role: 'owner' };
}

type KeyFields = Pick<ApiKeyRequest, 'mode' | 'scopes'> & Partial<ApiKeyRequest>;

export const createKey = (apiKeys: ApiKeyService, owner: Caller, fields: KeyFields) =>
  apiKeys.create(owner, { name: 'Shop', addresses: [], monthly_ceiling: null, expires_at: null, ...fields });

type RunningSettings = Pick<LaunchSettings, 'dataFolder'>;

export async function onPool<Result>(
  { dataFolder }: RunningSettings,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const url = runningPostgresUrl(join(dataFolder, 'postgres'));
  if (url === null) throw new Error('The database does not run.');
  const pool = openPool(url, 10, 'bench', silentLogger);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export const onDatabase = (
  settings: RunningSettings,
  work: (database: ServiceDatabase) => Promise<void>,
): Promise<void> =>
  onPool(settings, async (pool) => {
    const queue = await openQueueSender(pool, silentLogger);
    try {
      await work(createDatabase(pool, queue.bind));
    } finally {
      await queue.close();
    }
  });

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ApiKeyRequest } from '@packshot/contract';
import type { ApiKeyService } from '../../packages/server/src/domain/api-keys/service.ts';
import type { Caller } from '../../packages/server/src/domain/caller.ts';
import type { Database } from '../../packages/server/src/domain/database.ts';
import { openQueueSender } from '../../packages/server/src/jobs/pg-boss-queue.ts';
import { openPool } from '../../packages/server/src/storage/connection.ts';
import { createDatabase } from '../../packages/server/src/storage/database.ts';
import { silentLogger } from '../../packages/server/src/testing/silent-logger.ts';
import { runningPostgresUrl } from '../launch/postgres/embedded-postgres.ts';
import type { LaunchSettings } from '../launch/settings.ts';

/** An account with an organization, written straight to the database. */
export async function insertOwner({ stores }: Database): Promise<Caller> {
  const [userId, organizationId] = [randomUUID(), randomUUID()];
  await stores.accounts.insert({
    userId,
    organizationId,
    membershipId: randomUUID(),
    organizationName: 'Shop',
    subscriptionType: 'free',
    role: 'owner',
  });
  return { userId, organizationId, familyId: randomUUID(), role: 'owner' };
}

type KeyFields = Pick<ApiKeyRequest, 'mode' | 'scopes'> & Partial<ApiKeyRequest>;

export const createKey = (apiKeys: ApiKeyService, owner: Caller, fields: KeyFields) =>
  apiKeys.create(owner, { name: 'Shop', addresses: [], monthly_ceiling: null, expires_at: null, ...fields });

/** Runs `work` with the database of the running product. */
export async function onDatabase(
  { dataFolder }: Pick<LaunchSettings, 'dataFolder'>,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const url = runningPostgresUrl(join(dataFolder, 'postgres'));
  if (url === null) throw new Error('The database does not run.');
  const pool = openPool(url, 10, 'bench', silentLogger);
  const queue = await openQueueSender(pool, silentLogger);
  await work(createDatabase(pool, queue.bind));
  await queue.close();
  await pool.end();
}

import { openObjects } from './compose-objects.ts';
import { openPayments } from './compose-payments.ts';
import type { ServerConfig } from '../config/config.ts';
import { createSubscriptionEnding } from '../domain/billing/subscription-ending.ts';
import type { Logger } from '../domain/ports/logger.ts';
import { erase } from '../domain/upkeep/erase.ts';
import type { Erasure } from '../domain/upkeep/erase.ts';
import { openQueueSender } from '../jobs/pg-boss-queue.ts';
import { openPool } from '../storage/connection.ts';
import { createDatabase } from '../storage/database.ts';

/** The operator's commands. */
export interface AdminComposition {
  /** See `domain/upkeep/erase.ts`. */
  erase(who: string, options: { readonly isDry: boolean }): Promise<Erasure>;
  close(): Promise<void>;
}

const POOL_SIZE = 2;

/** Connects to an already migrated database. Throws when it cannot be reached. */
export async function composeAdmin(config: ServerConfig, logger: Logger): Promise<AdminComposition> {
  const clock = { now: () => new Date() };
  const pool = openPool(config.databaseUrl, POOL_SIZE, 'admin', logger);
  const queue = await openQueueSender(pool, logger);
  const database = createDatabase(pool, queue.bind);
  const { objects, closeObjects } = await openObjects(config, logger);
  const billing = { database, clock, logger, ...(await openPayments(config, clock)) };
  const subscriptions = createSubscriptionEnding(billing);
  return {
    erase: (who, options) => erase({ database, objects, clock, subscriptions }, who, options),
    async close() {
      closeObjects();
      await queue.close();
      await pool.end();
    },
  };
}

import type { ServerConfig } from '../platform/config/config.ts';
import { migrateDatabase } from '../platform/database/migrate-database.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { migrateQueue } from '../platform/queue/pg-boss-queue.ts';

/** Migrates the database and the job queue. Several processes may run it at the same time. */
export function migrateEverything(config: ServerConfig, logger: Logger): Promise<void> {
  return migrateDatabase(config.databaseUrl, () => migrateQueue(config.databaseUrl, logger));
}

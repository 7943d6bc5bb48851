import { createTaskEndings } from '../catalog/task-endings.ts';
import { SERVER_TOOLS } from '../tools/kinds/index.ts';
import { openObjects } from './compose-objects.ts';
import { openPayments } from './compose-payments.ts';
import type { ServerConfig } from '../platform/config/config.ts';
import type { Account, ListedAccount } from '../accounts/account-store.ts';
import { createSubscriptionEnding } from '../billing/subscription-ending.ts';
import {
  createUser,
  grantTo,
  listAccounts,
  newPasswordLink,
  setDisabled,
} from '../service/operator/accounts.ts';
import type { CreatedUser, GrantOrder, NewUser } from '../service/operator/accounts.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { erase } from '../service/maintenance/erase.ts';
import { readCommonPasswords } from '../platform/identity/common-passwords.ts';
import { createPasswordHasher } from '../platform/identity/password-hasher.ts';
import { createTokenSecrets } from '../platform/secrets/token-secrets.ts';
import { openQueueSender } from '../platform/queue/pg-boss-queue.ts';
import { openPool } from '../platform/database/connection.ts';
import { createDatabase } from '../app/database.ts';

const POOL_SIZE = 2;

/**
 * Creates the services for the operator's commands. Connects to a database that is already migrated. Throws if it
 * can't be reached.
 */
export async function composeAdmin(config: ServerConfig, logger: Logger) {
  const clock = { now: () => new Date() };
  const pool = openPool(config.databaseUrl, POOL_SIZE, 'admin', logger);
  const queue = await openQueueSender(pool, logger);
  const database = createDatabase(pool, queue.bind);
  const { objects, closeObjects } = await openObjects(config, logger);
  const billing = { database, clock, logger, ...(await openPayments(config, clock)) };
  const endSubscription = createSubscriptionEnding(billing);
  const accounts = {
    database,
    clock,
    endings: createTaskEndings(SERVER_TOOLS, clock),
    secrets: createTokenSecrets(config.sessionSecret),
    allowances: config.allowances,
    passwords: createPasswordHasher(),
    commonPasswords: readCommonPasswords(),
    siteUrl: config.siteUrl,
  };
  return {
    /** Deletes all data of a user; see `service/maintenance/erase.ts`. */
    erase: (who: string, options: { readonly isDry: boolean }) =>
      erase({ database, objects, clock, endSubscription }, who, options),
    /** Manages accounts; `service/operator/accounts.ts` documents this method and those below. */
    createUser: (user: NewUser): Promise<CreatedUser> => createUser(accounts, user),
    newPasswordLink: (who: string): Promise<string> => newPasswordLink(accounts, who),
    grant: (who: string, order: GrantOrder): Promise<Account> => grantTo(accounts, who, order),
    setDisabled: (who: string, isDisabled: boolean) => setDisabled(accounts, who, isDisabled),
    listAccounts: (): AsyncIterable<ListedAccount> => listAccounts(accounts),
    async close(): Promise<void> {
      closeObjects();
      await queue.close();
      await pool.end();
    },
  };
}

export type AdminComposition = Awaited<ReturnType<typeof composeAdmin>>;

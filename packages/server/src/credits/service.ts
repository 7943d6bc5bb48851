import { READ_URL_TTL_S } from '@packshot/contract';
import type {
  AuthorizationSummary,
  DownloadCredits,
  DownloadImageResponse,
  LedgerPage,
  LedgerQuery,
} from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted, PERMISSIONS } from '../platform/access/permissions.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { Caller } from '../platform/access/caller.ts';
import { OutOfDownloads, payForDownloads } from '../tools/downloads.ts';
import type { DownloadDependencies } from '../tools/downloads.ts';
import { presentLedgerRow } from './ledger-words.ts';

/** Both balances and their entries. */
export interface CreditService {
  freemiumCredits(caller: Caller): Promise<number>;
  downloadCredits(caller: Caller): Promise<DownloadCredits>;
  /**
   * Debits at most once per asset and user. Returns `download_credits: -1` without `url` when the balance is
   * 0. Throws NOT_FOUND for a key the caller does not own.
   */
  downloadImage(caller: Caller, key: string): Promise<DownloadImageResponse>;
  summary(caller: Caller): Promise<AuthorizationSummary>;
  /** The caller's own entries, newest first. */
  ledger(caller: Caller, query: LedgerQuery): Promise<LedgerPage>;
}

export interface CreditDependencies extends DownloadDependencies {
  readonly objects: ObjectStore;
}

/** The balance in the response to a refused download. */
const REFUSED_BALANCE = -1;

export function createCreditService(deps: CreditDependencies): CreditService {
  const { stores } = deps.database;
  return {
    async freemiumCredits(caller) {
      assertPermitted(caller, 'credits.read');
      return (await stores.ledger.balance(caller.userId, 'freemium')).balance;
    },
    async downloadCredits(caller) {
      assertPermitted(caller, 'credits.read');
      const { id, balance } = await stores.ledger.balance(caller.userId, 'download');
      return { id, download_credits: balance };
    },
    async ledger(caller, { ledger, page, per_page }) {
      assertPermitted(caller, 'credits.read');
      // One extra row reveals whether there is another page.
      const rows = await stores.ledger.list(caller.userId, ledger, {
        offset: (page - 1) * per_page,
        limit: per_page + 1,
      });
      return {
        data: rows.slice(0, per_page).map((row) => presentLedgerRow(ledger, row)),
        page,
        has_more: rows.length > per_page,
      };
    },
    downloadImage: (caller, key) => downloadImage(deps, caller, key),
    async summary(caller) {
      assertPermitted(caller, 'account.read');
      const [account, freemium, download] = await Promise.all([
        stores.accounts.find(caller.userId),
        stores.ledger.balance(caller.userId, 'freemium'),
        stores.ledger.balance(caller.userId, 'download'),
      ]);
      if (account === null) throw new DomainError('UNAUTHENTICATED');
      return {
        role: account.role,
        plan: account.organization.subscriptionType,
        permissions: [...PERMISSIONS[account.role]],
        freemium_credits: freemium.balance,
        download_credits: download.balance,
      };
    },
  };
}

async function downloadImage(
  deps: CreditDependencies,
  caller: Caller,
  key: string,
): Promise<DownloadImageResponse> {
  assertPermitted(caller, 'downloads.create');
  const { assets, records } = deps.database.stores;
  const owned = (await assets.isStored(caller.userId, key))
    ? { payerKey: (await assets.payerOfRunFile(caller.userId, key)) ?? key }
    : await records.findPayer(caller.userId, key);
  // Checked before the debit, so that a missing object is never charged.
  if (owned === null || (await deps.objects.head(key)) === null) throw new DomainError('NOT_FOUND');
  const { payerKey } = owned;
  const url = await deps.objects.signedReadUrl(key, { expiresInSeconds: READ_URL_TTL_S });
  const isPaid = await payForDownloads(deps, caller.userId, [payerKey]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof OutOfDownloads) return false;
      throw error;
    },
  );
  const { id, balance } = await deps.database.stores.ledger.balance(caller.userId, 'download');
  return isPaid ? { id, download_credits: balance, url } : { id, download_credits: REFUSED_BALANCE };
}

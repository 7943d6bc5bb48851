import type { DownloadCredits, LedgerPage, LedgerQuery } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import { presentLedgerRow } from './ledger-words.ts';
import type { CreditDatabase } from './stores.ts';

export function createCreditService({ stores }: CreditDatabase) {
  return {
    async freemiumCredits(caller: Caller): Promise<number> {
      assertPermitted(caller, 'credits.read');
      return (await stores.ledger.balance(caller.userId, 'freemium')).balance;
    },
    async downloadCredits(caller: Caller): Promise<DownloadCredits> {
      assertPermitted(caller, 'credits.read');
      const { id, balance } = await stores.ledger.balance(caller.userId, 'download');
      return { id, download_credits: balance };
    },
    async ledger(caller: Caller, { ledger, page, per_page }: LedgerQuery): Promise<LedgerPage> {
      assertPermitted(caller, 'credits.read');
      // Requests one row more than shown, to see whether there is another page.
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
  };
}

export type CreditService = ReturnType<typeof createCreditService>;

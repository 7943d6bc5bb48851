import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { CreditService } from './service.ts';

export const creditRoutes = (credits: CreditService) =>
  ({
    getFreemiumCredits: async ({ caller }) => ({ freemium_credits: await credits.freemiumCredits(caller) }),
    getDownloadCredits: ({ caller }) => credits.downloadCredits(caller),
    getLedger: ({ caller, query }) => credits.ledger(caller, query),
  }) satisfies Partial<Handlers>;

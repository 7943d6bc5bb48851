import { z } from 'zod';
import { t } from '../text/translation.ts';
import { pageQuerySchema } from '../billing/schemas.ts';
import { storageKeySchema } from '../tools/upload.ts';
import { TOOL_IDS, toolIdSchema } from '../tools/ids.ts';

export const freemiumCreditsQuerySchema = z.object({ feature_type: toolIdSchema.default(TOOL_IDS.default) });
export const freemiumCreditsSchema = z.object({ freemium_credits: z.number().int() });

/** `download_credits` is -1 if a download was refused because the balance was 0. */
export const downloadCreditsSchema = z.object({ id: z.uuid(), download_credits: z.number().int() });
export type DownloadCredits = z.infer<typeof downloadCreditsSchema>;

export const downloadImageRequestSchema = z.object({ key: storageKeySchema });
/** `url` is missing if the download was refused. */
export const downloadImageResponseSchema = downloadCreditsSchema.extend({ url: z.string().optional() });
export type DownloadImageResponse = z.infer<typeof downloadImageResponseSchema>;

export const LEDGER_KINDS = ['grant', 'reserve', 'settle', 'release', 'debit', 'adjust'] as const;
export const ledgerKindSchema = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKindSchema>;
export const LEDGERS = ['freemium', 'download'] as const;
export const ledgerSchema = z.enum(LEDGERS);
export type Ledger = z.infer<typeof ledgerSchema>;

export const ledgerLineSchema = z.object({
  id: z.uuid(),
  ledger: ledgerSchema,
  kind: ledgerKindSchema,
  amount: z.number().int(),
  balance: z.number().int(),
  words: z.string(),
  created_at: z.iso.datetime(),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;
export const ledgerQuerySchema = pageQuerySchema.extend({ ledger: ledgerSchema });
export type LedgerQuery = z.infer<typeof ledgerQuerySchema>;
export const ledgerResponseSchema = z.object({
  data: z.array(ledgerLineSchema),
  page: z.number().int(),
  has_more: z.boolean(),
});
export type LedgerPage = z.infer<typeof ledgerResponseSchema>;

export const LEDGER_WORDS = {
  freeAllowance: () => t('Free allowance'),
  download: () => t('Picture downloaded'),
  someWork: () => t('Picture made'),
  correction: () => t('Correction'),
  creditsAdded: () => t('Credits added'),
  creditsUsed: () => t('Credits used'),
  returned: (work: string) => t('Returned: {work}', { work }),
  planMonth: (plan: string, from: string, to: string) => t('{plan} plan, {from} to {to}', { plan, from, to }),
  planChange: (plan: string, term: 'month' | 'year') =>
    t('Change to the {plan} plan, paid {term, select, year {yearly} other {monthly}}', { plan, term }),
  refund: (plan: string) => t('Refund of the {plan} plan', { plan }),
  dispute: (plan: string) => t('Disputed payment of the {plan} plan', { plan }),
  owed: (plan: string) => t('Credits of the {plan} plan used before their payment was refunded', { plan }),
} as const;

import { z } from 'zod';
import { storageKeySchema } from './upload.ts';
import { TOOL_IDS, toolIdSchema } from './tools.ts';

export const freemiumCreditsQuerySchema = z.object({ feature_type: toolIdSchema.default(TOOL_IDS.default) });
export const freemiumCreditsSchema = z.object({ freemium_credits: z.number().int() });

/** `download_credits` is -1 when a download was refused because the balance was 0. */
export const downloadCreditsSchema = z.object({ id: z.uuid(), download_credits: z.number().int() });
export type DownloadCredits = z.infer<typeof downloadCreditsSchema>;

export const downloadImageRequestSchema = z.object({ key: storageKeySchema });
/** `url` is absent when the download was refused. */
export const downloadImageResponseSchema = downloadCreditsSchema.extend({ url: z.string().optional() });
export type DownloadImageResponse = z.infer<typeof downloadImageResponseSchema>;

export const LEDGER_KINDS = ['grant', 'reserve', 'settle', 'release', 'debit', 'adjust'] as const;
export const ledgerKindSchema = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKindSchema>;
export const LEDGERS = ['freemium', 'download'] as const;
export const ledgerSchema = z.enum(LEDGERS);
export type Ledger = z.infer<typeof ledgerSchema>;

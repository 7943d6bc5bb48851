import { join } from 'node:path';
import type { ConfigValues } from './keys.ts';

export type MailConfig =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  | { readonly kind: 'outbox'; readonly folder: string }
  | { readonly kind: 'none' };

export function mailConfig(values: ConfigValues, dataDir: string): MailConfig {
  // The schema guarantees a sender address if a mail server is set.
  if (values.SMTP_URL !== undefined)
    return { kind: 'smtp', url: values.SMTP_URL, from: values.MAIL_FROM ?? '' };
  // The outbox writes mails to files. Their links sign users in, so production never uses it.
  if (values.NODE_ENV === 'production') return { kind: 'none' };
  return { kind: 'outbox', folder: join(dataDir, 'outbox') };
}

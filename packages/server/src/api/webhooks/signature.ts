import { createHmac } from 'node:crypto';
import type { TokenSecrets } from '../../platform/secrets/token-secrets.ts';
import type { WebhookRow } from './webhook-store.ts';

/**
 * Prefix of a webhook secret, by which users, scanners of public code and the Standard Webhooks libraries recognize
 * it.
 */
const PREFIX = 'whsec_';

type Signer = Pick<WebhookRow, 'id' | 'secretGeneration' | 'previousUntil'>;

export const webhookSecret = (
  secrets: Pick<TokenSecrets, 'webhookSecret'>,
  { id, secretGeneration }: Pick<Signer, 'id' | 'secretGeneration'>,
): string => PREFIX + Buffer.from(secrets.webhookSecret(id, secretGeneration)).toString('base64');

/**
 * Request headers as defined by Standard Webhooks 1.0. For a day after a rotation they carry two signatures, one per
 * secret.
 */
export function signedHeaders(
  secrets: Pick<TokenSecrets, 'webhookSecret'>,
  webhook: Signer,
  message: { readonly id: string; readonly body: string },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const { id, secretGeneration, previousUntil } = webhook;
  const hasPrevious = previousUntil !== null && previousUntil > now && secretGeneration > 0;
  const generations = [secretGeneration, ...(hasPrevious ? [secretGeneration - 1] : [])];
  const signatures = generations.map((generation) => {
    const hmac = createHmac('sha256', secrets.webhookSecret(id, generation));
    return `v1,${hmac.update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

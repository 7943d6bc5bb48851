import { V1_HEADERS, withoutMoney } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import { withoutCredits } from '../platform/http/credit-fields.ts';
import { DomainError } from '../platform/domain-error.ts';
import { REMOVE_BG_ACCOUNT_PATH } from '../compat/refusals.ts';
import { PRICED_ENDPOINTS } from '../platform/http/openapi/without-billing.ts';
import { isV1 } from '../compat/v1/problems.ts';

const CREDIT_HEADERS = [V1_HEADERS.creditsCharged, 'x-credits-charged'];

const isError = (payload: unknown): payload is { readonly code: string; readonly message: string } =>
  typeof payload === 'object' && payload !== null && 'code' in payload && 'message' in payload;

/**
 * Hides billing on a server without it: endpoints about credits and payments, credit fields and headers of the public
 * API, and sentences about money in error messages.
 */
export function removeBilling(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { config, url } }) => {
    const isPriced = config.endpoint !== undefined && PRICED_ENDPOINTS.includes(config.endpoint);
    if (isPriced || url === REMOVE_BG_ACCOUNT_PATH) throw new DomainError('NOT_FOUND');
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (isV1(request)) return withoutCredits(payload);
    return isError(payload) ? { ...payload, message: withoutMoney(payload.message) } : payload;
  });
  app.addHook('onSend', async (_request, reply) => {
    for (const header of CREDIT_HEADERS) reply.removeHeader(header);
  });
}

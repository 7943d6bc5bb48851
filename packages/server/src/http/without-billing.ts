import { ENDPOINTS, V1_HEADERS } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain/domain-error.ts';
import { REMOVE_BG_ACCOUNT_PATH } from './doors/refusals.ts';

/** Endpoints about balances, plans and payments, which do not exist on a server without billing. */
const BILLED: readonly EndpointName[] = [
  'getFreemiumCredits',
  'getDownloadCredits',
  'getLedger',
  ...(Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].tag === 'Payments'),
];

/** Headers of answers that name credits. */
const CREDIT_HEADERS = [V1_HEADERS.creditsCharged, 'x-credits-charged'];

/** Removes balances and payments from every answer of a server without billing. */
export function removeBilling(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions: { config, url } }) => {
    const isBilled = config.endpoint !== undefined && BILLED.includes(config.endpoint);
    if (isBilled || url === REMOVE_BG_ACCOUNT_PATH) throw new DomainError('NOT_FOUND');
  });
  app.addHook('onSend', async (_request, reply) => {
    for (const header of CREDIT_HEADERS) reply.removeHeader(header);
  });
}

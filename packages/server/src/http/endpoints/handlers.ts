import { DomainError } from '../../domain/domain-error.ts';
import type { Services } from '../../domain/services.ts';
import type { Metrics } from '../metrics.ts';
import type { FastifyRequest } from 'fastify';
import { accountHandlers } from './account-handlers.ts';
import { recordHandlers } from './record-handlers.ts';
import { SpecialAnswer } from './call.ts';
import type { Handlers } from './call.ts';

/** Maps each endpoint to a domain call and shapes the result as the contract requires. */
export function endpointHandlers(services: Services, metrics: Metrics, publicUrl: string | null): Handlers {
  const { sessions, credits, billing, uploads, generations, prompts, engines, references, health } = services;
  return {
    ...accountHandlers(services),
    ...recordHandlers(services),
    createGuestSession: async ({ from, captchaSolution }) => ({
      data: await sessions.createGuest(from, captchaSolution),
    }),
    refreshSession: ({ input }) => sessions.refresh(input.refresh),
    logout: ({ input }) => sessions.logout(input.refresh),
    getFreemiumCredits: async ({ caller }) => ({ freemium_credits: await credits.freemiumCredits(caller) }),
    getDownloadCredits: ({ caller }) => credits.downloadCredits(caller),
    downloadImage: ({ caller, input }) => credits.downloadImage(caller, input.key),
    getAuthorization: ({ caller }) => credits.summary(caller),

    getLedger: ({ caller, query }) => credits.ledger(caller, query),

    getSubscriptionDetails: async ({ caller }) => ({ data: await billing.details(caller) }),
    startCheckout: ({ caller, input, request }) =>
      billing.checkout(caller, input, siteUrl(publicUrl, request)),
    openPortal: ({ caller, request }) => billing.portal(caller, siteUrl(publicUrl, request)),
    listInvoices: ({ caller, query }) => billing.invoices(caller, query),
    receiveWebhook: async ({ request }) => {
      await billing.receiveEvent(rawBody(request), signatureOf(request));
      return { received: true };
    },
    getDemoCheckout: ({ caller, query }) => billing.demoCheckout(caller, query.checkout_id),
    actInDemo: ({ caller, input }) => billing.actInDemo(caller, input),

    createUploadTarget: ({ caller, query }) => uploads.createTarget(caller, query.object_name),

    removeBackground: ({ caller, input, idempotencyKey }) =>
      generations.removeBackground(caller, input, idempotencyKey),
    magic: ({ caller, input, idempotencyKey }) => generations.magic(caller, input, idempotencyKey),
    upscale: ({ caller, input, idempotencyKey }) => generations.upscale(caller, input, idempotencyKey),
    refine: ({ caller, input, idempotencyKey }) => generations.refine(caller, input, idempotencyKey),
    exportPicture: ({ caller, input, idempotencyKey }) =>
      generations.exportPicture(caller, input, idempotencyKey),
    layers: ({ caller, input, idempotencyKey }) => generations.layers(caller, input, idempotencyKey),
    harmonize: ({ caller, input, idempotencyKey }) => generations.harmonize(caller, input, idempotencyKey),
    analyze: ({ caller, input, idempotencyKey }) => generations.describe(caller, input, idempotencyKey),
    generate: ({ caller, input, idempotencyKey }) => generations.generate(caller, input, idempotencyKey),
    listReferences: async () => ({ data: [...(await references.list())] }),
    listEngines: async ({ caller }) => ({ data: [...(await engines.offers(caller))] }),
    descriptionToPrompt: ({ caller, input }) => prompts.fromDescription(caller, input),
    checkStatus: ({ caller, query }) => generations.state(caller, query.task_id),
    cancel: async ({ caller, input }) => ({
      cancelled: [...(await generations.cancel(caller, input.task_ids))],
    }),

    listModels: async () => ({ data: [...(await services.models())] }),
    health: async () => ({ status: 'ok' }),
    readiness: async () => {
      const checks = Object.entries(await health.check());
      const isReady = checks.every(([, isOk]) => isOk);
      return new SpecialAnswer(
        {
          status: isReady ? ('ready' as const) : ('unavailable' as const),
          checks: Object.fromEntries(
            checks.map(([name, isOk]) => [name, isOk ? ('ok' as const) : ('failed' as const)]),
          ),
        },
        { status: isReady ? 200 : 503 },
      );
    },
    metrics: async ({ request }) => {
      // Not found rather than forbidden, so that strangers do not learn that it exists.
      if (!metrics.mayRead(request)) throw new DomainError('NOT_FOUND');
      return new SpecialAnswer(await metrics.text(), { contentType: metrics.contentType });
    },
  };
}

/** This site's address as the browser sees it, without a trailing slash. */
const siteUrl = (publicUrl: string | null, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** A missing body counts as zero bytes. */
const rawBody = ({ body }: FastifyRequest): Uint8Array => (Buffer.isBuffer(body) ? body : new Uint8Array());

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}

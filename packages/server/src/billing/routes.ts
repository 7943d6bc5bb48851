import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { FastifyRequest } from 'fastify';
import { rawBody } from '../platform/http/raw-body.ts';
import type { BillingService } from './service.ts';

/** This site's address as the browser sees it, without a trailing slash. */
const siteUrl = (publicUrl: string | null, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

function readSignature({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}

export const billingRoutes = ({
  billing,
  publicUrl,
}: {
  readonly billing: BillingService;
  readonly publicUrl: string | null;
}) =>
  ({
    getSubscriptionDetails: async ({ caller }) => ({ data: await billing.details(caller) }),
    startCheckout: ({ caller, input, request }) =>
      billing.checkout(caller, input, siteUrl(publicUrl, request)),
    openPortal: ({ caller, request }) => billing.portal(caller, siteUrl(publicUrl, request)),
    listInvoices: ({ caller, query }) => billing.invoices(caller, query),
    receiveWebhook: async ({ request }) => {
      await billing.receiveEvent(rawBody(request), readSignature(request));
      return { received: true };
    },
    getDemoCheckout: ({ caller, query }) => billing.demoCheckout(caller, query.checkout_id),
    actInDemo: ({ caller, input }) => billing.actInDemo(caller, input),
  }) satisfies Partial<Handlers>;

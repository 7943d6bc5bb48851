import type { Handlers } from '../../platform/http/endpoints/call.ts';
import type { WebhookService } from './service.ts';

export const webhookRoutes = (webhooks: WebhookService) =>
  ({
    listWebhooks: async ({ caller }) => ({ data: await webhooks.list(caller) }),
    createWebhook: async ({ caller, input }) => ({ data: await webhooks.create(caller, input) }),
    updateWebhook: async ({ caller, params, input }) => ({
      data: await webhooks.update(caller, params.id, input),
    }),
    deleteWebhook: ({ caller, params }) => webhooks.delete(caller, params.id),
    rotateWebhook: async ({ caller, params }) => ({ data: await webhooks.rotate(caller, params.id) }),
    testWebhook: async ({ caller, params }) => ({ data: await webhooks.test(caller, params.id) }),
    listWebhookDeliveries: ({ caller, params, query }) => webhooks.deliveries(caller, params.id, query),
    replayWebhookDelivery: async ({ caller, params }) => ({
      data: await webhooks.replay(caller, params.id, params.delivery_id),
    }),
  }) satisfies Partial<Handlers>;

import { accountRoutes } from '../accounts/routes.ts';
import { apiKeyRoutes } from '../api/keys/routes.ts';
import { webhookRoutes } from '../api/webhooks/routes.ts';
import { billingRoutes } from '../billing/routes.ts';
import { bucketRoutes } from '../buckets/routes.ts';
import { catalogRoutes } from '../catalog/routes.ts';
import type { Services } from '../compat/services.ts';
import { creditRoutes } from '../credits/routes.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import { DomainError } from '../platform/domain-error.ts';
import { SpecialAnswer } from '../platform/http/endpoints/call.ts';
import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { Metrics } from '../platform/http/metrics.ts';
import { recordRoutes } from '../records/routes.ts';
import { eventRoutes } from '../service/events/routes.ts';
import { operatorRoutes } from '../service/operator/routes.ts';
import { toolRoutes } from '../tools/routes.ts';
import { uploadRoutes } from '../uploads/routes.ts';

export function endpointHandlers(services: Services, metrics: Metrics, publicUrl: string | null): Handlers {
  const { health } = services;
  return {
    ...accountRoutes(services),
    ...organizationRoutes(services.organizations),
    ...billingRoutes({ billing: services.billing, publicUrl }),
    ...creditRoutes(services.credits),
    ...apiKeyRoutes(services),
    ...webhookRoutes(services.webhooks),
    ...bucketRoutes(services.buckets),
    ...uploadRoutes(services),
    ...toolRoutes(services),
    ...recordRoutes(services),
    ...catalogRoutes(services),
    ...eventRoutes(services.events),
    ...operatorRoutes(services.operator),
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
      // Answers "not found" instead of "forbidden", so that strangers don't learn that the metrics endpoint exists.
      if (!metrics.mayRead(request)) throw new DomainError('NOT_FOUND');
      return new SpecialAnswer(await metrics.text(), { contentType: metrics.contentType });
    },
  };
}

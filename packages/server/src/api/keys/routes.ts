import type { Handlers } from '../../platform/http/endpoints/call.ts';
import type { ApiUsageService } from '../usage/service.ts';
import type { ApiKeyService } from './service.ts';

export const apiKeyRoutes = ({
  apiKeys,
  apiUsage,
}: {
  readonly apiKeys: ApiKeyService;
  readonly apiUsage: ApiUsageService;
}) =>
  ({
    listApiKeys: async ({ caller }) => ({ data: await apiKeys.list(caller) }),
    createApiKey: async ({ caller, input }) => ({ data: await apiKeys.create(caller, input) }),
    updateApiKey: async ({ caller, params, input }) => ({
      data: await apiKeys.update(caller, params.id, input),
    }),
    rotateApiKey: async ({ caller, params }) => ({ data: await apiKeys.rotate(caller, params.id) }),
    revokeApiKey: ({ caller, params }) => apiKeys.revoke(caller, params.id),
    getApiUsage: async ({ caller, query }) => ({ data: await apiUsage.figures(caller, query) }),
  }) satisfies Partial<Handlers>;

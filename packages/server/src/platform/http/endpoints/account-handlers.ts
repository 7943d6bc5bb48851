import type {
  ACCOUNT_ENDPOINTS,
  API_KEY_ENDPOINTS,
  BUCKET_ENDPOINTS,
  ORGANIZATION_ENDPOINTS,
  WEBHOOK_ENDPOINTS,
} from '@packshot/contract';
import type { Services } from '../../../app/services.ts';
import type { Handlers } from './call.ts';

type Names =
  | keyof typeof ACCOUNT_ENDPOINTS
  | keyof typeof ORGANIZATION_ENDPOINTS
  | keyof typeof API_KEY_ENDPOINTS
  | keyof typeof WEBHOOK_ENDPOINTS
  | keyof typeof BUCKET_ENDPOINTS;

/** Handlers for accounts, sessions, organizations, API keys, webhooks, buckets and events. */
export function accountHandlers({
  accounts,
  organizations,
  apiKeys,
  apiUsage,
  webhooks,
  buckets,
  runs,
  sessions,
  events,
}: Services): Pick<Handlers, Names> {
  return {
    getCaptchaChallenge: () => accounts.captchaChallenge(),
    register: async ({ caller, input, from, captchaSolution }) => ({
      data: await accounts.register(caller, input, from, captchaSolution),
    }),
    login: async ({ caller, input, from, captchaSolution }) => ({
      data: await accounts.login(caller, input, from, captchaSolution),
    }),
    getSignInOptions: async () => accounts.signInOptions(),
    registerSocial: async ({ caller, input, from }) => ({
      data: await accounts.signInSocially(caller, input, from),
    }),
    signUpFromMarketplace: ({ input }) => accounts.signUpFromMarketplace(input['x-gcp-marketplace-token']),
    forgotPassword: ({ input, from, captchaSolution }) =>
      accounts.forgotPassword(input.email, from, captchaSolution),
    resetPassword: async ({ caller, input, from }) => ({
      data: await accounts.resetPassword(caller, input, from),
    }),
    verifyEmail: ({ input }) => accounts.verifyEmail(input.token),
    resendVerification: ({ caller }) => accounts.resendVerification(caller),
    setEmail: ({ caller, input }) => accounts.setEmail(caller, input.email),
    getUserDetails: async ({ caller }) => ({ data: await sessions.currentUser(caller) }),
    updateUserDetails: async ({ caller, input }) => ({ data: await accounts.update(caller, input) }),
    deleteAccount: ({ caller, input }) => accounts.delete(caller, input.password),
    listSessions: async ({ caller }) => ({ data: [...(await sessions.list(caller))] }),
    revokeSession: ({ caller, params }) => sessions.revoke(caller, params.id),
    revokeOtherSessions: ({ caller }) => sessions.revokeOthers(caller),

    registerDemo: async ({ input, from, captchaSolution }) => ({
      data: { id: await organizations.requestDemo(input, from, captchaSolution) },
    }),
    getTrackingOptions: async () => events.options(),
    recordEvents: ({ caller, input }) => events.record(caller, input.events, input.test_mode),
    getOrganization: async ({ caller }) => ({ data: await organizations.read(caller) }),
    updateOrganization: async ({ caller, input }) => ({
      data: await organizations.rename(caller, input.name),
    }),
    inviteMember: async ({ caller, input }) => ({
      data: await organizations.invite(caller, input.email, input.role),
    }),
    withdrawInvitation: async ({ caller, params }) => ({
      data: await organizations.withdraw(caller, params.id),
    }),
    acceptInvitation: async ({ caller, input, from }) => ({
      data: await organizations.accept(caller, input.token, from),
    }),
    changeMemberRole: async ({ caller, params, input }) => ({
      data: await organizations.changeRole(caller, params.user_id, input.role),
    }),
    removeMember: async ({ caller, params }) => ({
      data: await organizations.remove(caller, params.user_id),
    }),
    listApiKeys: async ({ caller }) => ({ data: await apiKeys.list(caller) }),
    createApiKey: async ({ caller, input }) => ({ data: await apiKeys.create(caller, input) }),
    updateApiKey: async ({ caller, params, input }) => ({
      data: await apiKeys.update(caller, params.id, input),
    }),
    rotateApiKey: async ({ caller, params }) => ({ data: await apiKeys.rotate(caller, params.id) }),
    revokeApiKey: ({ caller, params }) => apiKeys.revoke(caller, params.id),
    getApiUsage: async ({ caller, query }) => ({ data: await apiUsage.figures(caller, query) }),
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
    listBuckets: ({ caller }) => buckets.list(caller),
    createBucket: async ({ caller, input }) => ({ data: await buckets.create(caller, input) }),
    updateBucket: async ({ caller, params, input }) => ({
      data: await buckets.update(caller, params.id, input),
    }),
    deleteBucket: ({ caller, params }) => buckets.delete(caller, params.id),
    tryBucket: async ({ caller, params }) => ({ data: await buckets.try(caller, params.id) }),
    lookIntoBucket: async ({ caller, params, input }) => ({
      data: await runs.lookIntoBucket(caller, { bucket_id: params.id, ...input }),
    }),
    leaveOrganization: async ({ caller, from }) => ({ data: await organizations.leave(caller, from) }),
  };
}

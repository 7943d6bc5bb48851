import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { AccountService } from './service.ts';
import type { SessionService } from './session-service.ts';

export const accountRoutes = ({
  accounts,
  sessions,
}: {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
}) =>
  ({
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
    createGuestSession: async ({ from, captchaSolution }) => ({
      data: await sessions.createGuest(from, captchaSolution),
    }),
    refreshSession: ({ input }) => sessions.refresh(input.refresh),
    logout: ({ input }) => sessions.logout(input.refresh),
    getAuthorization: ({ caller }) => accounts.authorization(caller),
  }) satisfies Partial<Handlers>;

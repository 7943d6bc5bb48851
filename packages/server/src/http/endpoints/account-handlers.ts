import type { ACCOUNT_ENDPOINTS } from '@packshot/contract';
import type { Services } from '../../domain/services.ts';
import type { Handlers } from './call.ts';

/** The endpoints about people. */
export function accountHandlers({
  accounts,
  sessions,
}: Services): Pick<Handlers, keyof typeof ACCOUNT_ENDPOINTS> {
  return {
    getCaptchaChallenge: () => accounts.captchaChallenge(),
    register: async ({ caller, input, from, captchaSolution }) => ({
      data: await accounts.register(caller, input, from, captchaSolution),
    }),
    login: async ({ input, from }) => ({ data: await accounts.login(input, from) }),
    getSignInOptions: async () => accounts.signInOptions(),
    registerSocial: async ({ caller, input, from }) => ({
      data: await accounts.signInWithGoogle(caller, input, from),
    }),
    forgotPassword: ({ input, from, captchaSolution }) =>
      accounts.forgotPassword(input.email, from, captchaSolution),
    resetPassword: async ({ input, from }) => ({ data: await accounts.resetPassword(input, from) }),
    verifyEmail: ({ input }) => accounts.verifyEmail(input.token),
    resendVerification: ({ caller }) => accounts.resendVerification(caller),
    getUserDetails: async ({ caller }) => ({ data: await sessions.currentUser(caller) }),
    updateUserDetails: async ({ caller, input }) => ({ data: await accounts.update(caller, input) }),
    deleteAccount: ({ caller, input }) => accounts.delete(caller, input.password),
    listSessions: async ({ caller }) => ({ data: [...(await sessions.list(caller))] }),
    revokeSession: ({ caller, params }) => sessions.revoke(caller, params.id),
    revokeOtherSessions: ({ caller }) => sessions.revokeOthers(caller),
  };
}

import { DomainError } from '../domain-error.ts';
import type { AccountService } from './account-service.ts';
import type { AccountDependencies } from './dependencies.ts';
import { resendVerification, verifyEmail } from './email-verification.ts';
import { signInFromMarketplace, signUpFromMarketplace } from './marketplace.ts';
import { orderResetMail, resetPassword } from './password-reset.ts';
import { deleteAccount, updateProfile } from './profile.ts';
import { register } from './registration.ts';
import { signIn } from './sign-in.ts';
import { signInWithGoogle } from './social-sign-in.ts';

export function createAccountService(deps: AccountDependencies): AccountService {
  return {
    async captchaChallenge() {
      if (deps.captcha === null) throw new DomainError('NOT_FOUND');
      return deps.captcha.challenge();
    },
    register: (caller, form, from, solution) => register(deps, caller, form, from, solution),
    signInOptions: () => ({ google: deps.google?.options ?? null }),
    signInSocially: (caller, proof, from) =>
      proof.provider === 'gcp'
        ? signInFromMarketplace(deps, caller, proof.access_token, from)
        : signInWithGoogle(deps, caller, proof, from),
    signUpFromMarketplace: (token) => signUpFromMarketplace(deps, token),
    login: (caller, form, from) => signIn(deps, caller, form, from),
    forgotPassword: (email, from, solution) => orderResetMail(deps, email, from, solution),
    resetPassword: (caller, form, from) => resetPassword(deps, caller, form, from),
    verifyEmail: (token) => verifyEmail(deps, token),
    resendVerification: (caller) => resendVerification(deps, caller),
    update: (caller, patch) => updateProfile(deps, caller, patch),
    delete: (caller, password) => deleteAccount(deps, caller, password),
  };
}

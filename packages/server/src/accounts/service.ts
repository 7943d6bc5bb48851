import { bind } from '../platform/bind.ts';
import type { CaptchaChallenge, Session, SignInOptions, SocialRequest } from '@packshot/contract';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { AccountDependencies } from './dependencies.ts';
import { resendVerification, verifyEmail } from './email-verification.ts';
import { readAuthorization } from './authorization.ts';
import { signInFromMarketplace, signUpFromMarketplace } from './marketplace.ts';
import { orderAddressMail } from './new-address.ts';
import { orderResetMail, resetPassword } from './password-reset.ts';
import { deleteAccount, updateProfile } from './profile.ts';
import { register } from './registration.ts';
import { signIn } from './sign-in.ts';
import { signInWithGoogle } from './social-sign-in.ts';

export function createAccountService(deps: AccountDependencies) {
  return {
    async captchaChallenge(): Promise<CaptchaChallenge> {
      if (deps.captcha === null) throw new DomainError('NOT_FOUND');
      return deps.captcha.challenge();
    },
    register: bind(deps, register),
    signInOptions: (): SignInOptions => ({ google: deps.google?.options ?? null }),
    /**
     * Throws NOT_VERIFIED if Google doesn't confirm the user's address, or if the marketplace's link is used or
     * expired.
     */
    signInSocially: (caller: Caller | null, proof: SocialRequest, from: ClientAddress): Promise<Session> =>
      proof.provider === 'gcp'
        ? signInFromMarketplace(deps, caller, proof.access_token, from)
        : signInWithGoogle(deps, caller, proof, from),
    /**
     * Returns the page to open. Throws NOT_VERIFIED if the marketplace's token isn't from Google, isn't issued for us,
     * or is expired or used.
     */
    signUpFromMarketplace: bind(deps, signUpFromMarketplace),
    /**
     * Signs in by password. Moves a calling guest's finished work to the account.
     * @throws DomainError WRONG_CREDENTIALS for both an unknown address and a wrong password; TOO_MANY_REQUESTS;
     * CAPTCHA_REQUIRED after too many wrong guesses for the account
     */
    login: bind(deps, signIn),
    /**
     * Mails a link to reset the password. Responds identically for every address, but sends a mail only if the account
     * exists. Throws CAPTCHA_REQUIRED, TOO_MANY_REQUESTS.
     */
    forgotPassword: bind(deps, orderResetMail),
    /** Sets the password, confirms the address that received the link, ends every session and starts a new one. Throws LINK_EXPIRED. */
    resetPassword: bind(deps, resetPassword),
    verifyEmail: bind(deps, verifyEmail),
    /** Sends the confirmation link again, unless the mail address is already confirmed. Throws TOO_MANY_REQUESTS. */
    resendVerification: bind(deps, resendVerification),
    setEmail: bind(deps, orderAddressMail),
    authorization: (caller: Caller) => readAuthorization(deps.database, caller),
    update: bind(deps, updateProfile),
    /**
     * Deletes the account: ends all sessions immediately; the sweeper removes files and rows later. Throws
     * WRONG_PASSWORD, TOO_MANY_REQUESTS.
     */
    delete: bind(deps, deleteAccount),
  };
}

export type AccountService = ReturnType<typeof createAccountService>;

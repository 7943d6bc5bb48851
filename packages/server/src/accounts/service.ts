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
    /**
     * Creates an account and sends the mail that confirms its address. A calling guest becomes the account:
     * same user, same work, same balance.
     * @throws DomainError CAPTCHA_REQUIRED, EMAIL_TAKEN, TOO_MANY_REQUESTS
     */
    register: bind(deps, register),
    signInOptions: (): SignInOptions => ({ google: deps.google?.options ?? null }),
    /**
     * Throws NOT_VERIFIED unless Google vouches to us for a confirmed address, or when the marketplace's link
     * is used or expired.
     */
    signInSocially: (caller: Caller | null, proof: SocialRequest, from: ClientAddress): Promise<Session> =>
      proof.provider === 'gcp'
        ? signInFromMarketplace(deps, caller, proof.access_token, from)
        : signInWithGoogle(deps, caller, proof, from),
    /**
     * Returns the page to open. Throws NOT_VERIFIED when the token is not Google's, not meant for us, expired
     * or used.
     */
    signUpFromMarketplace: bind(deps, signUpFromMarketplace),
    /**
     * A calling guest's finished work moves to the account.
     * @throws DomainError WRONG_CREDENTIALS for an unknown address as for a wrong password; TOO_MANY_REQUESTS;
     * CAPTCHA_REQUIRED when the account has seen too many wrong guesses
     */
    login: bind(deps, signIn),
    /**
     * Responds the same for every address; a mail is sent only when there is an account. Throws
     * CAPTCHA_REQUIRED, TOO_MANY_REQUESTS.
     */
    forgotPassword: bind(deps, orderResetMail),
    /**
     * Sets the password, confirms the address (the link arrived there), ends every session and starts a new
     * one. Throws LINK_EXPIRED.
     */
    resetPassword: bind(deps, resetPassword),
    /** Confirms an address and, the first time, adds the free allowance. Throws LINK_EXPIRED, EMAIL_TAKEN. */
    verifyEmail: bind(deps, verifyEmail),
    /** Sends the link again; does nothing when the address is confirmed. Throws TOO_MANY_REQUESTS. */
    resendVerification: bind(deps, resendVerification),
    /**
     * Mails a link that sets the address of an account without one. Throws HAS_ADDRESS, EMAIL_TAKEN,
     * TOO_MANY_REQUESTS.
     */
    setEmail: bind(deps, orderAddressMail),
    /** Role, plan, permissions and both balances. */
    authorization: (caller: Caller) => readAuthorization(deps.database, caller),
    update: bind(deps, updateProfile),
    /** Ends all sessions at once; files and records follow within minutes. Throws WRONG_PASSWORD, TOO_MANY_REQUESTS. */
    delete: bind(deps, deleteAccount),
  };
}

/** Signing up, signing in, profile changes and deletion. */
export type AccountService = ReturnType<typeof createAccountService>;

import { PRODUCT_TITLE, RESET_LINK_TTL_S, ROUTES, VERIFICATION_LINK_TTL_S } from '@packshot/contract';
import type { Account, LinkPurpose } from '../ports/account-stores.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Database } from '../ports/stores.ts';
import type { TokenSecrets } from '../ports/token-secrets.ts';
import { layOut } from './layout.ts';
import type { MailContent } from './layout.ts';
import type { MailOrder } from './orders.ts';

export interface PostOfficeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
  readonly mailer: Mailer;
  /** Where links lead, without a trailing slash; never taken from a request, whose Host header anybody can choose. */
  readonly siteUrl: string;
}

export interface PostOffice {
  /** Writes the ordered mail and sends it; an order about somebody who is gone is dropped. Rejects when sending failed. */
  deliver(order: MailOrder): Promise<void>;
}

const LINK_TTL_S: Record<LinkPurpose, number> = {
  'reset-password': RESET_LINK_TTL_S,
  'verify-email': VERIFICATION_LINK_TTL_S,
};

export function createPostOffice(deps: PostOfficeDependencies): PostOffice {
  const { accounts } = deps.database.stores;
  const send = (email: string, content: MailContent) => deps.mailer.send(layOut(email, content));
  return {
    async deliver(order) {
      const account =
        order.kind === 'reset-password'
          ? await accounts.findByEmail(order.email)
          : await accounts.find(order.userId);
      const email = account?.email;
      if (account === null || email === null || email === undefined) return;
      switch (order.kind) {
        case 'reset-password':
          return send(email, resetMail(account, await resetUrl(deps, account.userId, email)));
        case 'verify-email':
          if (account.emailVerifiedAt !== null) return;
          return send(email, verificationMail(account, await verificationUrl(deps, account.userId, email)));
        case 'password-changed':
          return send(email, passwordChangedMail(account, deps.siteUrl + ROUTES.forgotPassword));
      }
    },
  };
}

async function resetUrl(deps: PostOfficeDependencies, userId: string, email: string): Promise<string> {
  const token = await newLink(deps, userId, email, 'reset-password');
  return deps.siteUrl + ROUTES.resetPassword.replace('{token}', token);
}

/** The token stands behind the `#`, where no server and no log sees it. */
async function verificationUrl(deps: PostOfficeDependencies, userId: string, email: string): Promise<string> {
  return `${deps.siteUrl}${ROUTES.signIn}#verify-email=${await newLink(deps, userId, email, 'verify-email')}`;
}

async function newLink(
  { database, clock, secrets }: PostOfficeDependencies,
  userId: string,
  email: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = secrets.newLinkToken();
  const expiresAt = new Date(clock.now().getTime() + LINK_TTL_S[purpose] * 1000);
  await database.stores.linkTokens.insert({
    tokenHash: secrets.hashToken(token),
    userId,
    purpose,
    email,
    expiresAt,
  });
  return token;
}

const greeting = ({ firstName }: Account): string => (firstName === '' ? 'Hello,' : `Hello ${firstName},`);

const resetMail = (account: Account, url: string): MailContent => ({
  subject: 'Choose a new password',
  paragraphs: [greeting(account), `somebody asked for a new password for your ${PRODUCT_TITLE} account.`],
  link: { label: 'Choose a new password', url },
  notes: [
    'The link works once, for 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
  ],
});

const verificationMail = (account: Account, url: string): MailContent => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    greeting(account),
    `welcome to ${PRODUCT_TITLE}. Confirm that this address is yours, and your free generations and downloads are added to your account.`,
  ],
  link: { label: 'Confirm my address', url },
  notes: ['The link works for 24 hours. If you did not create an account, ignore this mail.'],
});

const passwordChangedMail = (account: Account, url: string): MailContent => ({
  subject: 'Your password was changed',
  paragraphs: [
    greeting(account),
    `the password of your ${PRODUCT_TITLE} account was just changed, and every other device was signed out.`,
  ],
  link: { label: 'It was not me: choose another one', url },
  notes: ['If it was you, there is nothing to do.'],
});

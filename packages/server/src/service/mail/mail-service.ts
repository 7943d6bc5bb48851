import { PRODUCT_TITLE, ROUTES } from '@packshot/contract';
import type { DemoRequest, InterfaceLanguage } from '@packshot/contract';
import type { Account } from '../../accounts/account-store.ts';
import type { LinkPurpose } from '../../accounts/link-purposes.ts';
import type { ServiceDatabase } from '../stores.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { PERMISSIONS } from '../../platform/access/permissions.ts';
import type { TokenSecrets } from '../../platform/secrets/token-secrets.ts';
import type { Translate } from '../../platform/translations.ts';
import { layOut } from './layout.ts';
import type { MailContent } from './layout.ts';
import type { WebhookRow } from '../../api/webhooks/webhook-store.ts';
import type { MailOrder } from '../../platform/queue/job-queue.ts';

/** Lifetime of a link that resets a password. Short, because anyone with the link can sign in. */
export const RESET_LINK_TTL_S = 30 * 60;
/** Lifetime of a link that confirms an address. It grants no access, so it may stay valid until the next day. */
export const VERIFICATION_LINK_TTL_S = 24 * 3600;

export interface MailServiceDependencies {
  readonly database: ServiceDatabase;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
  readonly mailer: Mailer;
  readonly getTranslator: (language: InterfaceLanguage) => Translate;
  /**
   * Base URL of links in mails, without a trailing slash. Never taken from a request, because clients can choose its
   * Host header.
   */
  readonly siteUrl: string;
  /** Whether accounts have free credits, which confirming an address adds. */
  readonly hasBilling: boolean;
  /** Mail address that receives requests for a product demo; null to only store them. */
  readonly salesEmail: string | null;
}

type MailedPurpose = Exclude<LinkPurpose, 'marketplace'>;

const LINK_TTL_S: Record<MailedPurpose, number> = {
  'reset-password': RESET_LINK_TTL_S,
  'verify-email': VERIFICATION_LINK_TTL_S,
  'set-email': VERIFICATION_LINK_TTL_S,
};

export function createMailService(deps: MailServiceDependencies) {
  return {
    /** Writes and sends a mail. Drops mails about deleted users. Rejects if sending failed. */
    async deliver(order: MailOrder): Promise<void> {
      switch (order.kind) {
        case 'invitation':
          return deliverInvitation(deps, order.invitationId);
        case 'lead':
          return deliverLead(deps, order.leadId);
        case 'webhook-stopped':
          return deliverWebhookStopped(deps, order);
        case 'set-email':
          return deliverToNewAddress(deps, order);
        default:
          return deliverToAccount(deps, order);
      }
    },
  };
}

export type MailService = ReturnType<typeof createMailService>;

async function deliverToAccount(
  deps: MailServiceDependencies,
  order: Exclude<MailOrder, { kind: 'invitation' | 'lead' | 'set-email' | 'webhook-stopped' }>,
): Promise<void> {
  const { accounts } = deps.database.stores;
  const account =
    order.kind === 'reset-password'
      ? await accounts.findByEmail(order.email)
      : await accounts.find(order.userId);
  const email = account?.email;
  if (account === null || email === null || email === undefined) return;
  const t = deps.getTranslator(account.language);
  const send = (content: MailContent) => deps.mailer.send(layOut(email, content, account.language, t));
  switch (order.kind) {
    case 'reset-password':
      return send(resetMail(t, account, await resetUrl(deps, account.userId, email)));
    case 'verify-email':
      if (account.emailVerifiedAt !== null) return;
      return send(
        verificationMail(t, account, await verificationUrl(deps, account.userId, email), deps.hasBilling),
      );
    case 'password-changed':
      return send(passwordChangedMail(t, account, deps.siteUrl + ROUTES.forgotPassword));
  }
}

async function deliverToNewAddress(
  deps: MailServiceDependencies,
  { userId, email }: Extract<MailOrder, { kind: 'set-email' }>,
): Promise<void> {
  const account = await deps.database.stores.accounts.find(userId);
  if (account === null || account.email !== null) return;
  const url = await verificationUrl(deps, userId, email, 'set-email');
  const t = deps.getTranslator(account.language);
  await deps.mailer.send(layOut(email, newAddressMail(t, account, url), account.language, t));
}

async function deliverInvitation(deps: MailServiceDependencies, invitationId: string): Promise<void> {
  const { organizations, accounts } = deps.database.stores;
  const invitation = await organizations.findInvitation(invitationId, deps.clock.now());
  const host = invitation && (await accounts.find(invitation.invitedBy));
  if (invitation === null || host === null) return;
  const token = deps.secrets.newLinkToken();
  await organizations.setInvitationToken(invitationId, deps.secrets.hashToken(token));
  const url = `${deps.siteUrl}${ROUTES.signIn}#invitation=${token}`;
  // The invitation is in the host's language: the invited person's isn't known, and colleagues mostly share one.
  const t = deps.getTranslator(host.language);
  await deps.mailer.send(layOut(invitation.email, invitationMail(t, host, url), host.language, t));
}

/**
 * Mails a member that the server disabled a webhook. Sends nothing if the member may no longer enable it, or if it is
 * enabled again.
 */
async function deliverWebhookStopped(
  deps: MailServiceDependencies,
  { userId, webhookId }: Extract<MailOrder, { kind: 'webhook-stopped' }>,
): Promise<void> {
  const { accounts, webhooks } = deps.database.stores;
  const account = await accounts.find(userId);
  if (account?.email == null || !PERMISSIONS[account.role].includes('webhooks.manage')) return;
  const webhook = await webhooks.find(account.organization.id, webhookId);
  if (webhook?.disabledBecause == null) return;
  const accountUrl = `${deps.siteUrl}${ROUTES.home}?tab=account`;
  const t = deps.getTranslator(account.language);
  const content = webhookStoppedMail(t, account, webhook, accountUrl);
  await deps.mailer.send(layOut(account.email, content, account.language, t));
}

async function deliverLead(deps: MailServiceDependencies, leadId: string): Promise<void> {
  const lead = await deps.database.stores.leads.find(leadId);
  if (lead === null || deps.salesEmail === null) return;
  const mail = layOut(deps.salesEmail, leadMail(lead), 'en', deps.getTranslator('en'));
  await deps.mailer.send({ ...mail, replyTo: lead.email });
}

async function resetUrl(deps: MailServiceDependencies, userId: string, email: string): Promise<string> {
  const token = await newLink(deps, userId, email, 'reset-password');
  return deps.siteUrl + ROUTES.resetPassword.replace('{token}', token);
}

/** Creates the link that confirms an address. The token follows the `#`, so that neither servers nor logs see it. */
async function verificationUrl(
  deps: MailServiceDependencies,
  userId: string,
  email: string,
  purpose: 'verify-email' | 'set-email' = 'verify-email',
): Promise<string> {
  return `${deps.siteUrl}${ROUTES.signIn}#verify-email=${await newLink(deps, userId, email, purpose)}`;
}

async function newLink(
  { database, clock, secrets }: MailServiceDependencies,
  userId: string,
  email: string,
  purpose: MailedPurpose,
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

const greeting = (t: Translate, { firstName }: Account): string =>
  firstName === '' ? t('Hello,') : t('Hello {firstName},', { firstName });

/** Name by which a mail addresses the user. Accounts from a marketplace have no name until the user enters one. */
const getDisplayName = (t: Translate, { firstName }: Account): string =>
  firstName === '' ? t('A colleague') : firstName;

const product = PRODUCT_TITLE;

const resetMail = (t: Translate, account: Account, url: string): MailContent => ({
  subject: t('Choose a new password'),
  paragraphs: [
    greeting(t, account),
    t('Someone asked for a new password for your {product} account.', { product }),
  ],
  link: { label: t('Choose a new password'), url },
  notes: [
    t(
      'The link works once, for 30 minutes. If this wasn’t you, ignore this email: your password stays as it is.',
    ),
  ],
});

const verificationMail = (t: Translate, account: Account, url: string, hasBilling: boolean): MailContent => ({
  subject: t('Confirm your email address'),
  paragraphs: [
    greeting(t, account),
    hasBilling
      ? t(
          'Welcome to {product}. Confirm that this address is yours, and your free generations and downloads are added to your account.',
          { product },
        )
      : t('Welcome to {product}. Confirm that this address is yours.', { product }),
  ],
  link: { label: t('Confirm my address'), url },
  notes: [t('The link works for 24 hours. If you didn’t create an account, ignore this email.')],
});

const newAddressMail = (t: Translate, account: Account, url: string): MailContent => ({
  subject: t('Confirm your email address'),
  paragraphs: [
    greeting(t, account),
    t(
      'Someone entered this address for their {product} account. Confirm that it is yours; then you can choose a password and sign in with both.',
      { product },
    ),
  ],
  link: { label: t('Confirm my address'), url },
  notes: [t('The link works for 24 hours. If this wasn’t you, ignore this email: nothing will happen.')],
});

const passwordChangedMail = (t: Translate, account: Account, url: string): MailContent => ({
  subject: t('Your password was changed'),
  paragraphs: [
    greeting(t, account),
    t('The password of your {product} account was just changed, and every other device was signed out.', {
      product,
    }),
  ],
  link: { label: t('This wasn’t me: choose a new password'), url },
  notes: [t('If this was you, there is nothing else to do.')],
});

function invitationMail(t: Translate, host: Account, url: string): MailContent {
  const organization = host.organization.name;
  const fullName = [getDisplayName(t, host), host.lastName].join(' ').trim();
  const person = host.email === null ? fullName : `${fullName} (${host.email})`;
  return {
    subject: t('{person} invites you to {organization}', { person: getDisplayName(t, host), organization }),
    paragraphs: [
      t('Hello,'),
      t('{person} would like to work with you on {product}, in {organization}.', {
        person,
        product,
        organization,
      }),
    ],
    link: { label: t('Join'), url },
    notes: [
      t(
        'Sign in, or create an account, with the address this email came to. The link works for 7 days. If you don’t know who invited you, ignore this email.',
      ),
    ],
  };
}

const webhookStoppedMail = (
  t: Translate,
  account: Account,
  { url, disabledBecause }: WebhookRow,
  accountUrl: string,
): MailContent => ({
  subject: t('We no longer call one of your webhooks'),
  paragraphs: [
    greeting(t, account),
    disabledBecause === 'gone'
      ? t('{url} responded with 410 Gone, so we have disabled this webhook.', { url })
      : t('All deliveries to {url} have failed for five days, so we have disabled this webhook.', { url }),
    t(
      'Deliveries that failed stay in the webhook’s list for 30 days. Enable the webhook, then send them again.',
    ),
  ],
  link: { label: t('Open Account, Webhooks'), url: accountUrl },
  notes: [t('You receive this email because you manage your organization.')],
});

/** Mail about a request for a product demo. It goes to the operator's sales address, in English. */
const leadMail = (lead: DemoRequest): MailContent => ({
  subject: `${lead.first_name} ${lead.last_name} would like to talk`,
  paragraphs: [
    `${lead.first_name} ${lead.last_name}${lead.company_name ? `, ${lead.company_name}` : ''}, ${lead.email}`,
    lead.message || 'No message.',
  ],
  notes: ['Replies to this email go to them.'],
});

import { domainToASCII } from 'node:url';
import type { ErrorCode } from '@packshot/contract';
import type { AccountStores } from './stores.ts';
import type { SignUpPolicy } from '../platform/config/sign-up-config.ts';
import { DomainError } from '../platform/domain-error.ts';

const REFUSALS: Readonly<Record<Exclude<SignUpPolicy['kind'], 'open'>, ErrorCode>> = {
  invited: 'SIGN_UP_BY_INVITATION',
  domain: 'SIGN_UP_OTHER_DOMAIN',
  closed: 'SIGN_UP_CLOSED',
};

/**
 * Checks the sign-up policy for a new account, however it is created. Doesn't check who owns the mail address: until
 * it is confirmed, the account has the rights of a guest.
 * @param email null for marketplace accounts, which have no address
 * @throws DomainError SIGN_UP_CLOSED, SIGN_UP_BY_INVITATION, SIGN_UP_OTHER_DOMAIN
 */
export async function assertMaySignUp(
  policy: SignUpPolicy,
  { organizations }: Pick<AccountStores, 'organizations'>,
  email: string | null,
  now: Date,
): Promise<void> {
  if (policy.kind === 'open') return;
  const isAdmitted =
    (policy.kind === 'invited' && email !== null && (await organizations.isInvited(email, now))) ||
    (policy.kind === 'domain' && email !== null && isOfDomain(email, policy.domains));
  if (!isAdmitted) throw new DomainError(REFUSALS[policy.kind]);
}

/** Matches mail addresses that every mail server parses alike: one `@`, and no quotes, comments or lists. */
const PLAIN_ADDRESS = /^[^\s"'(),:;<>@[\\\]]{1,64}@([^\s"'(),:;<>@[\\\]]{1,253})$/;

/** True only if the address is in exactly one of these domains: no subdomains and no trailing dot. */
function isOfDomain(email: string, domains: readonly string[]): boolean {
  const [, domain = ''] = PLAIN_ADDRESS.exec(email) ?? [];
  const ascii = domainToASCII(domain);
  return ascii !== '' && domains.includes(ascii);
}

/**
 * Whether a new account has only a guest's rights until its mail address is confirmed: true when the operator
 * restricts sign-ups.
 */
export const needsConfirmation = ({ kind }: SignUpPolicy): boolean => kind !== 'open';

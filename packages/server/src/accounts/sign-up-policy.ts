import { domainToASCII } from 'node:url';
import type { ErrorCode } from '@packshot/contract';
import type { Stores } from './stores.ts';
import type { SignUpPolicy } from '../platform/config/sign-up-config.ts';
import { DomainError } from '../platform/domain-error.ts';

const REFUSALS: Readonly<Record<Exclude<SignUpPolicy['kind'], 'open'>, ErrorCode>> = {
  invited: 'SIGN_UP_BY_INVITATION',
  domain: 'SIGN_UP_OTHER_DOMAIN',
  closed: 'SIGN_UP_CLOSED',
};

/**
 * Admits a new account, whichever way it arises. Whether the address belongs to the person is another question: until it
 * is confirmed the account has the rights of a guest.
 * @param email null for accounts of the marketplace, which have no address
 * @throws DomainError SIGN_UP_CLOSED, SIGN_UP_BY_INVITATION, SIGN_UP_OTHER_DOMAIN
 */
export async function assertMaySignUp(
  policy: SignUpPolicy,
  { organizations }: Pick<Stores, 'organizations'>,
  email: string | null,
  now: Date,
): Promise<void> {
  if (policy.kind === 'open') return;
  const isAdmitted =
    (policy.kind === 'invited' && email !== null && (await organizations.isInvited(email, now))) ||
    (policy.kind === 'domain' && email !== null && isOfDomain(email, policy.domains));
  if (!isAdmitted) throw new DomainError(REFUSALS[policy.kind]);
}

/** An address that every mail server reads in the same way: one `@`, and no quotes, comments or lists. */
const PLAIN_ADDRESS = /^[^\s"'(),:;<>@[\\\]]{1,64}@([^\s"'(),:;<>@[\\\]]{1,253})$/;

/** True only for the very domain: neither for its subdomains nor with a trailing dot. */
function isOfDomain(email: string, domains: readonly string[]): boolean {
  const [, domain = ''] = PLAIN_ADDRESS.exec(email) ?? [];
  const ascii = domainToASCII(domain);
  return ascii !== '' && domains.includes(ascii);
}

/** Whether an account waits for its address to be confirmed: with a restricted sign-up it is a guest until then. */
export const needsConfirmation = ({ kind }: SignUpPolicy): boolean => kind !== 'open';

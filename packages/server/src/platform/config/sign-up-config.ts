import { domainToASCII } from 'node:url';

/**
 * Policy that decides who may create an account without the operator: everyone, invited users, no one, or users of
 * certain mail domains.
 */
export type SignUpPolicy =
  | { readonly kind: 'open' | 'invited' | 'closed' }
  /** Domains in ASCII (Punycode) and lower case. */
  | { readonly kind: 'domain'; readonly domains: readonly string[] };

const DOMAINS = 'domain:';

/**
 * Parses `open`, `invited`, `closed` or `domain:example.com,other.org`.
 * @returns null for any other text
 */
export function readSignUp(value: string): SignUpPolicy | null {
  if (value === 'open' || value === 'invited' || value === 'closed') return { kind: value };
  if (!value.startsWith(DOMAINS)) return null;
  const domains = value
    .slice(DOMAINS.length)
    .split(',')
    .map((domain) => domainToASCII(domain.trim()));
  const isValid = domains.every((domain) => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(domain));
  return isValid ? { kind: 'domain', domains } : null;
}

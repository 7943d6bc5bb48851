import { domainToASCII } from 'node:url';

/** Rules for creating accounts without the operator. */
export type SignUpPolicy =
  | { readonly kind: 'open' | 'invited' | 'closed' }
  /** ASCII domains in lower case. */
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

/** Mail providers that ignore dots in the local part of an address. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalizes a mail address to its mailbox, so that each mailbox receives the free credits once: `A.nn+shop@GMail.com`
 * becomes `ann@gmail.com`. Accounts themselves are distinguished by the full address, ignoring case.
 */
export function toMailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [local = ''] = address.slice(0, at).split('+', 1);
  if (!DOTLESS_DOMAINS.has(domain)) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@gmail.com`;
}

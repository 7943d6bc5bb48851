/** Providers whose mailboxes ignore dots. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * What counts as one mail address where free allowances are given: `A.nn+shop@GMail.com` is the mailbox of
 * `ann@gmail.com`. Accounts themselves are told apart by the address as it is, whatever the case of its letters.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [local = ''] = address.slice(0, at).split('+', 1);
  if (!DOTLESS_DOMAINS.has(domain)) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@gmail.com`;
}

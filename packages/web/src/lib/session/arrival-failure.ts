import { ERRORS } from '@packshot/contract/errors';
import { MESSAGES } from '@packshot/contract/messages';
import { showToast } from '../state/toast.ts';

/** Error codes that don't concern the account; waiting or retrying helps. */
const OTHER_REASONS: ReadonlySet<string> = new Set(['TOO_MANY_REQUESTS', 'SERVERS_BUSY', 'INTERNAL']);

/**
 * Explains why a sign-in through another site, such as a marketplace, ended on the start page.
 * @param code error code from the address
 */
export function showArrivalFailure(code: string): void {
  const isOther = code in ERRORS && OTHER_REASONS.has(code);
  showToast('error', isOther ? ERRORS[code as keyof typeof ERRORS].message : MESSAGES.unableToVerify);
}

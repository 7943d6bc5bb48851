import { INSTALLATION_META, parseInstallation } from '@packshot/contract/service/installation';
import type { Installation } from '@packshot/contract/service/installation';

/** Settings of this server that its operator has configured, as stated in the page. */
export function installation(): Installation {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${INSTALLATION_META}"]`);
  return parseInstallation(meta?.content ?? null);
}

/** False on a server without billing: pages then show no plans, prices, credits or costs. */
export const hasBilling = (): boolean => installation().billing === 'on';

/** False if only the operator creates accounts. */
export const canSignUp = (): boolean => installation().signUp !== 'closed';

/** False if this server sends no mail. */
export const sendsMails = (): boolean => installation().mail === 'on';

import { canSignUp, sendsMails } from '../page/installation.ts';
import type { GlobalState } from '../state/global-state.ts';

/** Way to get free credits: an account for a guest, a confirmed email address for an account. */
export type FreeOffer = 'account' | 'confirm-address';

/** @returns null if there is no offer left, and while the user is unknown */
export function freeOffer({ currentUser, isEmailVerified }: GlobalState): FreeOffer | null {
  if (currentUser === null) return null;
  if (currentUser.is_guest) return canSignUp() ? 'account' : null;
  return isEmailVerified === false && sendsMails() ? 'confirm-address' : null;
}

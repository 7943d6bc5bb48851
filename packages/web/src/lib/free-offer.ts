import type { GlobalState } from './global-state.ts';

/** What brings more credits without paying: an account for a guest, a confirmed address for who has one. */
export type FreeOffer = 'account' | 'confirm-address';

/** @returns null for who has been given everything that is free, and while nobody is known */
export function freeOffer({ currentUser, isEmailVerified }: GlobalState): FreeOffer | null {
  if (currentUser === null) return null;
  if (currentUser.is_guest) return 'account';
  return isEmailVerified === false ? 'confirm-address' : null;
}

import { STORAGE_KEYS } from '../state/storage-keys.ts';
import type { User } from '@packshot/contract/accounts/session';
import { readStored, readStoredJson } from '../state/storage.ts';

export interface StoredUser extends Pick<
  User,
  'id' | 'email' | 'name' | 'is_guest' | 'created_at' | 'company_name'
> {
  /** Came through a cloud marketplace: their company's name is the marketplace's label. */
  readonly isGcpUser: boolean;
}

/** The stored user; null when nothing, or nothing valid, is stored. */
export function readCurrentUser(): StoredUser | null {
  const stored = readStoredJson(STORAGE_KEYS.currentUser) as { readonly user?: Partial<User> } | null;
  const user = stored?.user;
  if (typeof user?.id !== 'string' || typeof user.is_guest !== 'boolean') return null;
  if (Number.isNaN(Date.parse(user.created_at ?? ''))) return null;
  const { id, email = null, name = '', is_guest, created_at = '', company_name = null } = user;
  const isGcpUser = readStored(STORAGE_KEYS.isGcpUser) === 'true';
  return { id, email, name, is_guest, created_at, company_name, isGcpUser };
}

/** The name to show: a marketplace passes on neither the user's name nor their address. */
export const displayNameOf = ({ name, email, isGcpUser, company_name }: StoredUser): string =>
  name || email || (isGcpUser ? company_name : null) || 'Your account';

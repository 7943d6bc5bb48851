import { t } from '@packshot/contract/text/translation';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import type { User } from '@packshot/contract/accounts/session';
import { readStored, readStoredJson } from '../state/storage.ts';

export interface StoredUser extends Pick<
  User,
  'id' | 'email' | 'name' | 'is_guest' | 'created_at' | 'company_name'
> {
  /** Whether the user came through a cloud marketplace; the company name is then the marketplace's label. */
  readonly isGcpUser: boolean;
}

/** Reads the stored user; null if there is none, or the stored value is invalid. */
export function readCurrentUser(): StoredUser | null {
  const stored = readStoredJson(STORAGE_KEYS.currentUser) as { readonly user?: Partial<User> } | null;
  const user = stored?.user;
  if (typeof user?.id !== 'string' || typeof user.is_guest !== 'boolean') return null;
  if (Number.isNaN(Date.parse(user.created_at ?? ''))) return null;
  const { id, email = null, name = '', is_guest, created_at = '', company_name = null } = user;
  const isGcpUser = readStored(STORAGE_KEYS.isGcpUser) === 'true';
  return { id, email, name, is_guest, created_at, company_name, isGcpUser };
}

/** Name of a user as shown in the interface. A marketplace provides neither the user's name nor the email address. */
export const getDisplayName = ({ name, email, isGcpUser, company_name }: StoredUser): string =>
  name || email || (isGcpUser ? company_name : null) || t('Your account');

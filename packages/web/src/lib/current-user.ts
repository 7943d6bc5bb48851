import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import type { User } from '@packshot/contract/session';
import { readStoredJson } from './storage.ts';

export type StoredUser = Pick<User, 'id' | 'email' | 'name' | 'is_guest' | 'created_at'>;

/** The user as this browser stored them; null when there is none, or something else lies under the key. */
export function readCurrentUser(): StoredUser | null {
  const stored = readStoredJson(STORAGE_KEYS.currentUser) as { readonly user?: Partial<User> } | null;
  const user = stored?.user;
  if (typeof user?.id !== 'string' || typeof user.is_guest !== 'boolean') return null;
  if (Number.isNaN(Date.parse(user.created_at ?? ''))) return null;
  const { id, email = null, name = '', is_guest, created_at = '' } = user;
  return { id, email, name, is_guest, created_at };
}

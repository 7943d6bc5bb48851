import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { readStored } from '../state/storage.ts';

export interface StoredTokens {
  readonly access: string | null;
  readonly refresh: string | null;
}

/** Tokens of the session. Read from storage every time, because another tab may have just exchanged them. */
export const readTokens = (): StoredTokens => ({
  access: readStored(STORAGE_KEYS.accessToken),
  refresh: readStored(STORAGE_KEYS.refreshToken),
});

/** Whether there is a session: any token counts, including a guest's. */
export function hasToken(): boolean {
  const { access, refresh } = readTokens();
  return access !== null || refresh !== null;
}

import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { readStored, removeStored, writeStored } from './storage.ts';

export interface StoredTokens {
  readonly access: string | null;
  readonly refresh: string | null;
}

/** Read from storage every time: another tab may have exchanged them a moment ago. */
export const readTokens = (): StoredTokens => ({
  access: readStored(STORAGE_KEYS.accessToken),
  refresh: readStored(STORAGE_KEYS.refreshToken),
});

/** The refresh token first: a page that dies in between can still exchange it. */
export function writeTokens(access: string, refresh: string): void {
  writeStored(STORAGE_KEYS.refreshToken, refresh);
  writeStored(STORAGE_KEYS.accessToken, access);
}

export const removeTokens = (): void => removeStored(STORAGE_KEYS.accessToken, STORAGE_KEYS.refreshToken);

/** Logged in means having a token, a guest's too. */
export function hasToken(): boolean {
  const { access, refresh } = readTokens();
  return access !== null || refresh !== null;
}

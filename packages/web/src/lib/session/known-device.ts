import { DEVICE_TOKEN, KNOWN_DEVICE_TOKENS_MAX } from '@packshot/contract/accounts/schemas';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { readStoredJson, writeStored } from '../state/storage.ts';

/**
 * Proofs of earlier sign-ins in this browser, newest first. They sign nobody in: they let an account's owner
 * keep trying while strangers who guess its password are slowed down. They survive signing out.
 */
export function readDeviceTokens(): string[] {
  const stored = readStoredJson(STORAGE_KEYS.knownDevice);
  if (!Array.isArray(stored)) return [];
  // Anything invalid is left out, because the server would reject the whole call for it.
  return stored
    .filter((token) => typeof token === 'string' && DEVICE_TOKEN.test(token))
    .slice(0, KNOWN_DEVICE_TOKENS_MAX);
}

/** Keeps the proof from a sign-in; the oldest are dropped beyond the limit. */
export function rememberDevice(token: string | null): void {
  if (token === null) return;
  const tokens = [token, ...readDeviceTokens()].slice(0, KNOWN_DEVICE_TOKENS_MAX);
  writeStored(STORAGE_KEYS.knownDevice, JSON.stringify(tokens));
}

import { DEVICE_TOKEN, KNOWN_DEVICE_TOKENS_MAX } from '@packshot/contract/accounts/schemas';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { readStoredJson, writeStored } from '../state/storage.ts';

/**
 * Proofs of earlier sign-ins in this browser, newest first. They don't grant access: they let an account's owner keep
 * trying while attackers who guess the password are slowed down. They survive signing out.
 */
export function readDeviceTokens(): string[] {
  const stored = readStoredJson(STORAGE_KEYS.knownDevice);
  if (!Array.isArray(stored)) return [];
  // Skips invalid proofs, because the server would reject the whole call.
  return stored
    .filter((token) => typeof token === 'string' && DEVICE_TOKEN.test(token))
    .slice(0, KNOWN_DEVICE_TOKENS_MAX);
}

/** Stores the proof of a sign-in and drops the oldest beyond the limit. */
export function rememberDevice(token: string | null): void {
  if (token === null) return;
  const tokens = [token, ...readDeviceTokens()].slice(0, KNOWN_DEVICE_TOKENS_MAX);
  writeStored(STORAGE_KEYS.knownDevice, JSON.stringify(tokens));
}

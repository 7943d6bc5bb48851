import { DEVICE_TOKEN, KNOWN_DEVICE_TOKENS_MAX } from '@packshot/contract/accounts/schemas';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { readStoredJson, writeStored } from '../state/storage.ts';

/**
 * Device tokens of earlier sign-ins in this browser, newest first. They don't grant access: they let an account's
 * owner keep trying to sign in while the server slows down attackers who guess the password. They stay after signing
 * out.
 */
export function readDeviceTokens(): string[] {
  const stored = readStoredJson(STORAGE_KEYS.knownDevice);
  if (!Array.isArray(stored)) return [];
  // Skips invalid tokens, because the server would reject the whole call.
  return stored
    .filter((token) => typeof token === 'string' && DEVICE_TOKEN.test(token))
    .slice(0, KNOWN_DEVICE_TOKENS_MAX);
}

/** Stores the device token of a sign-in and removes the oldest ones beyond the limit. */
export function rememberDevice(token: string | null): void {
  if (token === null) return;
  const tokens = [token, ...readDeviceTokens()].slice(0, KNOWN_DEVICE_TOKENS_MAX);
  writeStored(STORAGE_KEYS.knownDevice, JSON.stringify(tokens));
}

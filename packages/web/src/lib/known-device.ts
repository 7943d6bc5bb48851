import { DEVICE_TOKEN, KNOWN_DEVICE_TOKENS_MAX } from '@packshot/contract/accounts/schemas';
import { STORAGE_KEYS } from './storage-keys.ts';
import { readStoredJson, writeStored } from './storage.ts';

/**
 * Proofs that people have signed in in this browser before, the newest first. They sign nobody in: they let the owner of
 * an account go on trying while strangers who guess its password are kept waiting. Signing out leaves them.
 */
export function readDeviceTokens(): string[] {
  const stored = readStoredJson(STORAGE_KEYS.knownDevice);
  if (!Array.isArray(stored)) return [];
  // Whatever else lies there is not sent: the server would refuse the whole call for it.
  return stored
    .filter((token) => typeof token === 'string' && DEVICE_TOKEN.test(token))
    .slice(0, KNOWN_DEVICE_TOKENS_MAX);
}

/** Keeps the proof that a sign-in has brought; the oldest go when there are too many. */
export function rememberDevice(token: string | null): void {
  if (token === null) return;
  const tokens = [token, ...readDeviceTokens()].slice(0, KNOWN_DEVICE_TOKENS_MAX);
  writeStored(STORAGE_KEYS.knownDevice, JSON.stringify(tokens));
}

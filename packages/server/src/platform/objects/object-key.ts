import { InvalidObjectKeyError } from './object-store.ts';

const MAX_KEY_LENGTH = 512;

// Pattern of object keys. No segment may start with a dot, which rules out `..` and reserves such names for the store
// itself. `~` is excluded, so that the disk store can use it for its own files.
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Throws InvalidObjectKeyError unless `key` follows the rules described at the interface `ObjectStore`. */
export function assertObjectKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new InvalidObjectKeyError(key);
}

/** Throws InvalidObjectKeyError unless `prefix` could begin a key; the empty prefix is valid. */
export function assertKeyPrefix(prefix: string): void {
  if (prefix !== '') assertObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

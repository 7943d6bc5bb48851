import type { StoredBucket } from './bucket-store.ts';

/** Object key prefix of the folder `within`, inside the folder to which the bucket connection is limited. */
export const buildKeyPrefix = ({ folder }: Pick<StoredBucket, 'folder'>, within = ''): string =>
  [folder, within]
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('');

/**
 * Maximum length of an object key. With a longer key, the URL would exceed the length that outgoing requests may have.
 */
const MAX_KEY_BYTES = 600;

/**
 * Whether an object with this key can be requested and the key stored as text. A path segment of dots (`..`) would
 * resolve to another object.
 */
export const isUsableKey = (key: string): boolean =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES &&
  /^[^\p{Cc}\p{Cs}]+$/u.test(key) &&
  key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

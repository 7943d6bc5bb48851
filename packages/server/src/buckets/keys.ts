import type { StoredBucket } from './bucket-store.ts';

/** Key prefix of a folder, within the folder that the bucket is confined to. */
export const buildKeyPrefix = ({ folder }: Pick<StoredBucket, 'folder'>, within = ''): string =>
  [folder, within]
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('');

/** Longer keys don't fit into a URL that the public-fetch guard accepts. */
const MAX_KEY_BYTES = 600;

/** Whether an object of this name can be requested, and stored as text. A path segment of dots would resolve to another object. */
export const isUsableKey = (key: string): boolean =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES &&
  /^[^\p{Cc}\p{Cs}]+$/u.test(key) &&
  key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

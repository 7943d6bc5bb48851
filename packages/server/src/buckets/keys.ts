import type { KeptBucket } from './bucket-store.ts';

/** The beginning of the keys in a folder within the one that a bucket is confined to. */
export const keyPrefixOf = ({ folder }: Pick<KeptBucket, 'folder'>, within = ''): string =>
  [folder, within]
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('');

/** Longer ones do not fit into an address that the guard takes. */
const MAX_KEY_BYTES = 600;

/** Whether an object of this name can be asked for, and kept as text. A part of dots would lead elsewhere. */
export const isUsableKey = (key: string): boolean =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES &&
  /^[^\p{Cc}\p{Cs}]+$/u.test(key) &&
  key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

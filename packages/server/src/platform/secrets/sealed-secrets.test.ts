import { expect, it } from 'vitest';
import { createSealedSecrets } from './sealed-secrets.ts';

const secrets = createSealedSecrets('an installation’s own secret, long enough');

it('an encrypted secret can be decrypted only for its owner', () => {
  const sealed = secrets.seal('wJalrXUtnFEMI', 'bucket 1');
  expect(secrets.open(sealed, 'bucket 1')).toBe('wJalrXUtnFEMI');
  expect(secrets.open(sealed, 'bucket 2')).toBeNull();
  expect(Buffer.from(sealed).includes('wJalrXUtnFEMI')).toBe(false);
});

it('encrypting the same secret twice gives different bytes', () => {
  expect(secrets.seal('same', 'bucket 1')).not.toEqual(secrets.seal('same', 'bucket 1'));
});

it('a secret that is damaged, truncated or from another installation can’t be decrypted', () => {
  const sealed = Buffer.from(secrets.seal('wJalrXUtnFEMI', 'bucket 1'));
  expect(createSealedSecrets('another installation’s secret').open(sealed, 'bucket 1')).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(secrets.open(damaged, 'bucket 1')).toBeNull();
  }
  expect(secrets.open(sealed.subarray(0, 20), 'bucket 1')).toBeNull();
});

import { expect, it } from 'vitest';
import { createSealedSecrets } from './sealed-secrets.ts';

const secrets = createSealedSecrets('an installation’s own secret, long enough');

it('opens a secret for what it belongs to alone', () => {
  const sealed = secrets.seal('wJalrXUtnFEMI', 'bucket 1');
  expect(secrets.open(sealed, 'bucket 1')).toBe('wJalrXUtnFEMI');
  expect(secrets.open(sealed, 'bucket 2')).toBeNull();
  expect(Buffer.from(sealed).includes('wJalrXUtnFEMI')).toBe(false);
});

it('seals the same secret in another way each time', () => {
  expect(secrets.seal('same', 'bucket 1')).not.toEqual(secrets.seal('same', 'bucket 1'));
});

it('opens nothing of another installation, nothing damaged and nothing cut off', () => {
  const sealed = Buffer.from(secrets.seal('wJalrXUtnFEMI', 'bucket 1'));
  expect(createSealedSecrets('another installation’s secret').open(sealed, 'bucket 1')).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(secrets.open(damaged, 'bucket 1')).toBeNull();
  }
  expect(secrets.open(sealed.subarray(0, 20), 'bucket 1')).toBeNull();
});

import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAddressListed } from './address-list.ts';
import { hashKeySecret, isKeySecret, newKeySecret, startOfKeySecret } from './secret.ts';

describe('the secret of a key', () => {
  it('starts with the key’s mode, live or test, and ends in a CRC-32 of the characters before', () => {
    for (const mode of ['live', 'test'] as const) {
      const secret = newKeySecret(mode);
      expect(secret).toMatch(new RegExp(`^pk_${mode}_[0-9A-Za-z]{36}$`));
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      const check = Array.from(secret.slice(-6)).reduce(
        (sum, letter) => sum * 62 + digits.indexOf(letter),
        0,
      );
      expect(check).toBe(crc32(secret.slice(0, -6)));
      expect(isKeySecret(secret)).toBe(true);
      expect(startOfKeySecret(secret)).toBe(secret.slice(0, 12));
    }
  });

  it('is unique, and so is its hash', () => {
    const secrets = Array.from({ length: 1000 }, () => newKeySecret('live'));
    expect(new Set(secrets).size).toBe(1000);
    expect(new Set(secrets.map((each) => Buffer.from(hashKeySecret(each)).toString('hex'))).size).toBe(1000);
  });

  it('is refused with any single wrong letter', () => {
    const secret = newKeySecret('live');
    const letter = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.nat(secret.length - 1), letter, (place, other) => {
        const typed = secret.slice(0, place) + other + secret.slice(place + 1);
        expect(isKeySecret(typed)).toBe(typed === secret);
      }),
      { numRuns: 500 },
    );
    for (const bad of ['', `${secret} `, `${secret}a`, secret.replace('live', 'test'), 'x'.repeat(60_000)]) {
      expect(isKeySecret(bad), bad.slice(0, 50)).toBe(false);
    }
  });
});

describe('the address list of a key', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['203.0.113.0/24', '::ffff:198.51.100.9', false],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::5', false],
    ['2001:db8::1', '2001:0db8:0:0::1', true],
    ['2001:db8::/32', '203.0.113.7', false],
    ['203.0.113.0/24', 'unknown', false],
  ])('with the range %s matches a call from %s: %s', (range, ip, isListed) => {
    expect(isAddressListed([range], ip)).toBe(isListed);
    expect(isAddressListed(['192.0.2.1', range], ip)).toBe(isListed);
  });

  it('allows every address when it is empty', () => {
    expect(isAddressListed([], '203.0.113.7')).toBe(true);
  });
});

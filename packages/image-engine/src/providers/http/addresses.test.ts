import { describe, expect, it } from 'vitest';
import { isPrivateAddress, PrivateAddressError, publicLookup } from './addresses.ts';

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111', 'example.com'])('%s is not', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  const lookUp = (...addresses: string[]) =>
    new Promise((resolve, reject) => {
      const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const lookup = publicLookup((_name, _options, callback) => callback(null, answers));
      lookup('shop.example', { all: true }, (error, found) =>
        error === null ? resolve(found) : reject(error),
      );
    });

  it('refuses a name that leads home, even by one of its addresses', async () => {
    await expect(lookUp('1.1.1.1', '192.168.0.7')).rejects.toBeInstanceOf(PrivateAddressError);
    await expect(lookUp('1.1.1.1')).resolves.toEqual([{ address: '1.1.1.1', family: 4 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { assertPublicLiteral, isPublicAddress, PrivateAddressError, publicLookup } from './addresses.ts';

describe('public addresses', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['a cloud’s metadata', '169.254.169.254'],
    ['a cloud’s metadata', 'fd00:ec2::254'],
    ['shared', '100.64.0.1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '0.1.2.3'],
    ['of protocols', '192.0.0.8'],
    ['of benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['IPv4 in disguise, mapped', '::ffff:127.0.0.1'],
    ['IPv4 in disguise, mapped', '::ffff:a00:1'],
    ['IPv4 in disguise, mapped', '::ffff:169.254.169.254'],
    ['IPv4 in disguise, compatible', '::127.0.0.1'],
    ['IPv4 in disguise, translated', '64:ff9b::a00:1'],
    ['IPv4 in disguise, translated at home', '64:ff9b:1::a00:1'],
    ['IPv4 in disguise, 6to4', '2002:a00:1::1'],
    ['IPv4 in disguise, Teredo', '2001:0:a00:1::1'],
    ['of documentation', '2001:db8::1'],
    ['not assigned', '4000::1'],
    ['no address', 'localhost'],
    ['no address', '10'],
    ['no address', ''],
  ])('%s is not public: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::8a',
    '::ffff:1.1.1.1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('an address is judged by its value, however a URL writes it', () => {
    const check = (url: string) => () => assertPublicLiteral(new URL(url).hostname);
    for (const url of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://017700000001/',
      'http://10/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
    ]) {
      expect(check(url), url).toThrow(PrivateAddressError);
    }
    for (const url of ['http://1.1.1.1/', 'http://[2606:4700::1111]/', 'https://shop.example/']) {
      expect(check(url), url).not.toThrow();
    }
  });
});

describe('the DNS look-up of public addresses', () => {
  const lookUp = (addresses: readonly string[], all = true) =>
    new Promise((resolve, reject) => {
      const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const lookup = publicLookup((_name, _options, callback) => callback(null, answers));
      lookup('shop.example', { all }, (error, resolvedAddresses) =>
        error === null ? resolve(resolvedAddresses) : reject(error),
      );
    });

  it('a host name is refused when any of its addresses is private', async () => {
    await expect(lookUp(['1.1.1.1', '192.168.0.7'])).rejects.toBeInstanceOf(PrivateAddressError);
    await expect(lookUp(['1.1.1.1', '::ffff:192.168.0.7'])).rejects.toBeInstanceOf(PrivateAddressError);
    // All resolved addresses must be public, even if the caller requests only one, because the resolver may reorder
    // them next time.
    await expect(lookUp(['1.1.1.1', '192.168.0.7'], false)).rejects.toBeInstanceOf(PrivateAddressError);
  });

  it('the look-up answers with the addresses it has judged', async () => {
    await expect(lookUp(['1.1.1.1', '2606:4700::1111'])).resolves.toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    await expect(lookUp(['1.1.1.1'], false)).resolves.toBe('1.1.1.1');
  });
});

import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** An address that is nobody's on the internet, and that nobody has allowed. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  // An address of the other family in disguise: what it leads to is not seen by its own list.
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6');
}

/** True for loopback, link-local (a cloud's metadata among it), private, shared and multicast addresses. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  // Node's list sees IPv4 within IPv6 (::ffff:127.0.0.1) by itself.
  return PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Throws PrivateAddressError for a host that is an address itself, for which no name is looked up. */
export function assertPublicLiteral(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isPrivateAddress(bare)) throw new PrivateAddressError(`${bare} is a private address`);
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A look-up of names that refuses private addresses. It answers the very connection that is about to be made, so that a name cannot say
 * one thing to a check and another to the connection.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const hidden = addresses.find(({ address }) => isPrivateAddress(address));
      if (hidden !== undefined) {
        const refusal: NodeJS.ErrnoException = new PrivateAddressError(
          `${hostname} leads to the private address ${hidden.address}`,
        );
        return callback(refusal, []);
      }
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family ?? 4);
    });
  };
}

import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Error for an address that isn't public, if the operator doesn't allow private ones. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/**
 * IPv6 range that is assigned to hosts; it excludes addresses that embed other kinds of addresses, and unassigned
 * ranges.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of a host on the internet. False for everything else: loopback, link-local (including cloud
 * metadata), private, shared, multicast and reserved addresses, addresses that embed one of these, and texts that
 * aren't addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // IPv4 addresses embedded in IPv6 (::ffff:127.0.0.1) are judged as IPv4.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
}

/**
 * Checks a host that is an IP address itself, because connecting to it makes no DNS look-up, in which it would be
 * checked.
 * @throws PrivateAddressError for a non-public address
 */
export function assertPublicLiteral(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && !isPublicAddress(bare))
    throw new PrivateAddressError(`${bare} is a private address`);
}

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * DNS look-up that accepts only public addresses. The connection itself uses it, so a name can't resolve to one
 * address for the check and to another for the connection.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const hidden = addresses.find(({ address }) => !isPublicAddress(address));
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

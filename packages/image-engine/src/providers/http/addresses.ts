import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that does not belong to a host on the internet, and that nobody has allowed. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** Addresses of IPv6 that are given to hosts lie in here; other families in disguise do not, and neither does what is yet unknown. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of a host on the internet. False for everything else: loopback, link-local (a cloud's metadata among it), private,
 * shared, multicast and reserved ones, other addresses in disguise, and texts that are no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // IPv4 within IPv6 (::ffff:127.0.0.1) is judged as what it is.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
}

/** Throws PrivateAddressError for a host that is an address itself, for which no name is looked up. */
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
 * A look-up of names that lets only public addresses through. It answers the very connection that is about to be made, so that a name
 * cannot say one thing to a check and another to the connection.
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

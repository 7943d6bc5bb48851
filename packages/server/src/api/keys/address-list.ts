import { BlockList, isIP } from 'node:net';

/**
 * Returns true if the IP address is one of `ranges` or in one of their networks; an empty list allows every address.
 * An IPv4 address in IPv6 notation counts as IPv4.
 * @param ranges addresses and networks, already validated by the contract
 */
export function isAddressListed(ranges: readonly string[], ip: string): boolean {
  if (ranges.length === 0) return true;
  const version = isIP(ip);
  if (version === 0) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

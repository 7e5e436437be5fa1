import { BlockList, isIP } from 'node:net';

export type ProxyTest = (address: string) => boolean;

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/iu, '').replace(/%.*$/u, '');
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Parses addresses and networks (10.0.0.0/8). Throws on anything else. */
export function proxyTest(trusted: readonly string[]): ProxyTest {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

/**
 * The address that a request came from. X-Forwarded-For is believed only as far as trusted proxies wrote it: the result is the rightmost
 * hop that is not one of them, because a client can forge everything to the left of that.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, isProxy: ProxyTest): string {
  let address = plain(peer ?? 'unknown');
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
  while (isProxy(address)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/**
 * The key by which limits are counted: an IPv4 address, or the /64 network of an IPv6 address, since a subscriber owns all addresses of
 * one.
 */
export function limitedBy(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const front = groups(head);
  const back = groups(tail ?? '');
  const missing = tail === undefined ? 0 : 8 - front.length - back.length - (address.includes('.') ? 1 : 0);
  const all = [...front, ...Array.from({ length: missing }, () => '0'), ...back];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

import { describe, expect, it } from 'vitest';
import { clientAddress, limitedBy, proxyTest } from './client-address.ts';

const none = proxyTest([]);
const proxies = proxyTest(['10.0.0.0/8', '::1', '2001:db8::/32']);

describe('where a request came from', () => {
  it.each<[string, string | undefined, string | undefined, ReturnType<typeof proxyTest>, string]>([
    ['the peer, where no proxy is trusted', '192.0.2.1', '198.51.100.1', none, '192.0.2.1'],
    ['the hop that the proxy saw', '10.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
    [
      'the rightmost hop that is no proxy; what stands left of it is hearsay',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.0.0.2',
      proxies,
      '198.51.100.1',
    ],
    ['the proxy, where it named nobody', '10.0.0.1', undefined, proxies, '10.0.0.1'],
    ['the last one that was an address', '10.0.0.1', 'unknown, 10.0.0.2', proxies, '10.0.0.2'],
    ['an IPv4 address in IPv6 clothes', '::ffff:10.0.0.1', '::ffff:198.51.100.1', proxies, '198.51.100.1'],
    ['an IPv6 hop behind IPv6 proxies', '::1', '2001:db9::7, 2001:db8::7', proxies, '2001:db9::7'],
    ['nothing to be known', undefined, '198.51.100.1', proxies, 'unknown'],
  ])('is %s', (_, peer, forwarded, test, expected) => {
    expect(clientAddress(peer, forwarded, test)).toBe(expected);
  });
});

describe('the key that limits count by', () => {
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db9:0:7:a:b:c:d', '2001:db9:0:7::/64'],
    ['2001:DB9:0:7::1', '2001:db9:0:7::/64'],
    ['2001:db9::1', '2001:db9:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::198.51.100.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, expected) => {
    expect(limitedBy(address)).toBe(expected);
  });
});

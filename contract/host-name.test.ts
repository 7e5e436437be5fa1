import { expect, it } from 'vitest';
import { asciiHostName, hostName, hostNameOf } from './host-name.ts';

it.each([
  ['WWW.Bay.Example', 'www.bay.example'],
  [' https://bay.example/contact?x=1 ', 'bay.example'],
  ['bay.example.', 'bay.example'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['XN--BCHER-KVA.example', 'bücher.example'],
  ['BÜCHER。example', 'bücher.example'],
  ['bu\u0308cher.example', 'bücher.example'],
  ['\u200bbay.ex\u00adample\ufeff', 'bay.example'],
  ['//bay.example/', 'bay.example'],
])('%j is stored as %j', (typed, stored) => {
  expect(hostNameOf(typed)).toBe(stored);
  expect(hostNameOf(stored)).toBe(stored);
  expect(hostName.problem(stored)).toBeNull();
});

it('has its punycode for DNS', () => expect(asciiHostName('bücher.example')).toBe('xn--bcher-kva.example'));

it.each([
  'bay',
  'bay..example',
  '.example',
  'a b.example',
  'bay.example:80',
  'bay-.example',
  '1.2.3.4',
  'bay.0x7f',
  '*.bay.example',
  '[::1]',
  'xn--a.example',
  'a@bay.example',
  `${'ü'.repeat(60)}.example`,
])('%j is no domain', (typed) => expect(hostName.problem(hostNameOf(typed))).toMatch(/^Enter a domain/u));

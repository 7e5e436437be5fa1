import { domainToASCII } from 'node:url';
import type { Recipient } from '#contract/recipients.ts';
import { encodedHeader } from './encoded-header.ts';

/** No address of a computer, into which `1.1` would turn, and no sign that parts addresses, into which its wide form would. */
const domainName = /^[\w.-]*[a-z][\w.-]*$/u;

/** An address as mail servers take it: an international domain in punycode. */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ascii = domainToASCII(domain);
  return `${address.slice(0, at)}@${domainName.test(ascii) ? ascii : domain}`;
}

export const mailDomain = (address: string): string => wireAddress(address).split('@').at(-1) ?? '';

/** The value of To, From or Reply-To: names alone may be encoded words, never an address. */
export function addressHeader(recipients: readonly Recipient[]): string {
  return recipients
    .map(({ name, address }) => (name === '' ? wireAddress(address) : `${headerName(name)} <${wireAddress(address)}>`))
    .join(',\r\n ');
}

function headerName(name: string): string {
  const encoded = encodedHeader(name);
  const isPlain = encoded !== name || /^[\w !#$%&'*+/=?^`{|}~-]+$/u.test(name);
  return isPlain ? encoded : `"${name.replaceAll(/["\\]/gu, '\\$&')}"`;
}

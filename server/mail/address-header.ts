import { domainToASCII } from 'node:url';
import type { Recipient } from '#contract/recipients.ts';
import { encodedHeader } from './encoded-header.ts';

/** An address as mail servers take it: an international domain in punycode. */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

export const domainOf = (address: string): string => wireAddress(address).split('@').at(-1) ?? '';

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

import punycode from 'punycode.js';
import type { TextFormat } from './fields/text-format.ts';
import { withoutInvisible } from './invisible.ts';

const asciiLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
const readableLabel = /^[\p{L}\p{N}\p{M}-]+$/u;
/** Browsers read a host that ends like this as an IPv4 address. */
const numeric = /^(?:\d+|0x[0-9a-f]*)$/u;

/**
 * A host name in the form in which it is stored and compared: lower case, an international name in its own letters, nothing before or
 * behind it. Takes whole addresses too, since people paste them.
 */
export function hostNameOf(typed: string): string {
  const [, host = ''] = /^(?:(?:https?:)?\/\/)?([^/?#]*)/u.exec(folded(withoutInvisible(typed).trim())) ?? [];
  return readable(host.replace(/\.$/u, ''));
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function readable(host: string): string {
  try {
    return punycode.toUnicode(host);
  } catch {
    return host;
  }
}

/** The name as DNS has it. Null: not a host name with a domain, as `hostNameOf` writes it. */
export function asciiHostName(host: string): string | null {
  const labels = host.split('.');
  const areReadable = labels.every((label) => readableLabel.test(label) && !label.startsWith('xn--'));
  if (!areReadable || labels.length < 2 || numeric.test(labels.at(-1) ?? '') || host !== folded(host)) return null;
  const ascii = punycode.toASCII(host);
  return ascii.length <= 253 && ascii.split('.').every((label) => asciiLabel.test(label)) ? ascii : null;
}

export const hostNameMessage = 'Enter a domain such as www.bay.example, without a path or a port.';

export const hostName: TextFormat = {
  clean: hostNameOf,
  problem: (host) => (asciiHostName(host) === null ? hostNameMessage : null),
  sample: (n) => `www.sample-${n}.example`,
};

import { hostNameOf } from '../host-name.ts';

/** An address as redirects compare it. */
export interface SiteAddress {
  /** With its port, where that is not the scheme's own; empty: an address of the website itself. */
  readonly host: string;
  /** Each part in one percent-encoding, without a slash at the end. */
  readonly path: string;
  /** The parameters of the query in one percent-encoding. */
  readonly params: readonly string[];
}

/**
 * Reads an address so that equal ones look the same, whatever their percent-encoding, their Unicode form, dots for the parts of a path, and
 * with or without a slash at the end. `ownHosts`: addresses on these are the website's own. Null for an invalid path.
 */
export function readSiteAddress(typed: unknown, ownHosts: ReadonlySet<string> = new Set()): SiteAddress | null {
  const text = typeof typed === 'string' ? typed.trim() : '';
  const [, scheme = '', name = '', path = '', search = ''] = /^(?:(https?):\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?/iu.exec(text) ?? [];
  if (name === '' && !path.startsWith('/')) return null;
  const host = hostOf(name, scheme);
  return {
    host: ownHosts.has(host) ? '' : host,
    path: `/${partsOf(path).map(encoded).join('/')}`,
    params: piecesOf(search).map(normalPiece),
  };
}

/** The parts of a path, as a browser asks for it: `.` is no part, and `..` takes away the one before. */
function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const dots = part.replaceAll(/%2e/giu, '.');
    if (dots === '..') parts.pop();
    else if (dots !== '.' && dots !== '') parts.push(part);
  }
  return parts;
}

function hostOf(name: string, scheme: string): string {
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/u.exec(name) ?? [];
  const isDefault = port === '' || Number(port) === (scheme.toLowerCase() === 'https' ? 443 : 80);
  return host === '' ? '' : `${hostNameOf(host)}${isDefault ? '' : `:${Number(port)}`}`;
}

/** The raw parameters of a query, as they were written. */
export function piecesOf(search: string): readonly string[] {
  return search
    .replace(/^\?/u, '')
    .split('&')
    .filter((piece) => piece !== '');
}

/** A parameter in one encoding. One without a value and one with an empty value mean the same. */
function normalPiece(piece: string): string {
  const at = piece.indexOf('=');
  const [name, value] = at < 0 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)];
  const [key, text] = [name, value].map((each) => encoded(each.replaceAll('+', ' ')));
  return text === '' ? String(key) : `${key}=${text}`;
}

const nameOf = (piece: string): string => normalPiece(piece).replace(/=.*/u, '');

/**
 * What a visitor's query is where a redirect leads: the target's parameters, and the visitor's others. `used`: those that made the redirect
 * apply, which it stands for.
 */
export function passedOn(target: readonly string[], visitor: readonly string[], used: readonly string[]): readonly string[] {
  const [own, gone] = [new Set(target.map(nameOf)), new Set(used)];
  return [...target, ...visitor.filter((piece) => !gone.has(normalPiece(piece)) && !own.has(nameOf(piece)))];
}

/** The key of an address: equal for two that mean the same. The order of parameters means nothing. */
export function keyOf({ host, path, params }: SiteAddress): string {
  const query = [...new Set(params)].toSorted().join('&');
  return `${host}${path}${query === '' ? '' : `?${query}`}`;
}

/**
 * The key under which a redirect from an address is looked up: of its parameters, only the longest, which names the page in most queries. A
 * visitor who has all of them has that one, so that their own anchors find the redirect.
 */
export function anchorOf({ host, path, params }: SiteAddress): string {
  const [longest] = params.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return keyOf({ host, path, params: longest === undefined ? [] : [longest] });
}

/** The anchors of every redirect that can apply to a visitor of the address. */
export function anchorsOf({ host, path, params }: SiteAddress): readonly string[] {
  return [...new Set([keyOf({ host, path, params: [] }), ...params.map((param) => keyOf({ host, path, params: [param] }))])];
}

/** Text in one percent-encoding. Bytes that are no UTF-8 stay as they are, with their digits in capitals. */
function encoded(text: string): string {
  return encodeURIComponent(
    text
      .replaceAll(/(?:%[\da-f]{2})+/giu, decodedRun)
      .toWellFormed()
      .normalize('NFC'),
  );
}

function decodedRun(run: string): string {
  const whole = decoded(run);
  if (whole !== null) return whole;
  const bytes = run.match(/%../gu) ?? [];
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = Number.parseInt(bytes[at]?.slice(1) ?? '', 16);
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    const character = decoded(bytes.slice(at, at + length).join(''));
    text += character ?? bytes[at]?.toUpperCase() ?? '';
    at += character === null ? 1 : length;
  }
  return text;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A part of a path without its percent-encoding; unchanged where its encoding is invalid. */
export const decodedPart = (part: string): string => decoded(part) ?? part;

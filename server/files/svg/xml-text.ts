import type { SaxesParser } from 'saxes';

/** The encoding by the first bytes, which contain `<` in every encoding of XML; null where they leave it open. */
function encodingByBytes(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  return null;
}

/** The text of an XML file in the encoding that it declares; null where the file is not in it, or nobody knows it. */
export function xmlText(bytes: Uint8Array): string | null {
  const declaration = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/u.exec(declaration)?.[1]?.toLowerCase() ?? 'utf-8';
  // A declaration that reads as ASCII is no UTF-16, whatever it says: some tool has converted the file.
  const encoding = encodingByBytes(bytes) ?? (declared.startsWith('utf-16') || declaration.startsWith('\xef\xbb\xbf') ? 'utf-8' : declared);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // RangeError: an unknown encoding. TypeError: bytes that are not in it.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

const maxEntities = 100;
/** Characters that all uses of entities in a file but the first of each insert together. */
const maxExpanded = 1_000_000;

const reference = String.raw`&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|amp|lt|gt|quot|apos);`;
const declaration = new RegExp(
  String.raw`<!ENTITY\s+([\p{L}_][\p{L}\p{M}\p{N}._·-]*)\s+(?:"((?:[^"<&%]|${reference})*)"|'((?:[^'<&%]|${reference})*)')\s*>`,
  'gu',
);
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function character(code: string): string {
  const point = Number(code.replace(/^x/u, '0x'));
  return point <= 0x10_ffff ? String.fromCodePoint(point) : '\ufffd';
}

/** What an entity stands for: numbers are read where it is declared, and what they come to once more where it is used. Null: markup. */
function plainText(value: string): string | null {
  const declared = value.replaceAll(/&#(\w+);/gu, (_, code: string) => character(code));
  if (declared.includes('<') || declared.replaceAll(new RegExp(reference, 'gu'), '').includes('&')) return null;
  return declared.replaceAll(/&(#?)(\w+);/gu, (_, isNumber: string, name: string) => (isNumber ? character(name) : (named[name] ?? '')));
}

/**
 * Lets the parser know the entities that drawing programs declare, such as Illustrator's names of namespaces: plain text without markup or
 * further entities. Any other stays unknown, and refuses the file where it is used. `onTooMuch` is called when they grow too long.
 */
export function declareEntities(parser: SaxesParser<{ xmlns: true }>, doctype: string, onTooMuch: () => never): void {
  let expanded = 0;
  for (const [, name = '', double, single] of [...doctype.matchAll(declaration)].slice(0, maxEntities)) {
    const value = plainText(double ?? single ?? '');
    if (value === null || name in parser.ENTITIES) continue;
    let isUsed = false;
    const get = () => {
      // The file has the text once itself.
      expanded += isUsed ? value.length : 0;
      isUsed = true;
      return expanded > maxExpanded ? onTooMuch() : value;
    };
    Object.defineProperty(parser.ENTITIES, name, { get });
  }
}

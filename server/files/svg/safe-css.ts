import { properties } from './vocabulary.ts';

/** Functions in values that compute colours and shapes; `url` only with a reference into the same drawing. */
const functions = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'matrix',
  'translate',
  'translatex',
  'translatey',
  'rotate',
  'scale',
  'scalex',
  'scaley',
  'skewx',
  'skewy',
  'calc',
  'min',
  'max',
  'clamp',
  'blur',
  'brightness',
  'contrast',
  'drop-shadow',
  'grayscale',
  'hue-rotate',
  'invert',
  'opacity',
  'saturate',
  'sepia',
]);

const localUrl = /url\(\s*(["']?)#([\w:.-]+)\1\s*\)/giu;

/** The ids that a property's value, or a list of declarations, refers to in the same drawing. */
export function localReferences(value: string): readonly string[] {
  return Array.from(value.matchAll(localUrl), ([, , id = '']) => id);
}

/** A property's value, from an attribute or a style, if nothing in it can load or run; else null. */
export function safeValue(value: string): string | null {
  // A backslash can disguise any name; the other characters end the value.
  if (/[\\@{};<>]|\/\*/u.test(value)) return null;
  const named = [...value.replace(localUrl, '').matchAll(/(?<![\w-])([\w-]+)\s*\(/gu)].map(([, name]) => name?.toLowerCase() ?? '');
  return named.every((name) => functions.has(name)) && !value.toLowerCase().includes('javascript:') ? value.trim() : null;
}

/** By hand: a regular expression would search the end of each of a thousand unclosed comments. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const open = text.indexOf('/*', from);
    parts.push(text.slice(from, open < 0 ? undefined : open));
    const close = open < 0 ? -1 : text.indexOf('*/', open + 2);
    if (close < 0) return parts.join('');
    from = close + 2;
  }
}

/** The declarations that are allowed of a `style` attribute or a rule. */
export function safeDeclarations(text: string): string {
  return withoutComments(text)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim().toLowerCase();
      const value = colon < 0 || !properties.has(property) ? null : safeValue(declaration.slice(colon + 1));
      return value ? [`${property}:${value}`] : [];
    })
    .join(';');
}

const selector = /^[\w\s.#,>+~*:-]+$/u;

/** The number of characters in all styles together; reading them takes more than linear time. */
export const maxStyleCharacters = 100_000;

/** The rules of a style element, rewritten; at-rules, which import files and name fonts, are left out with their content. */
export function safeStyleSheet(text: string): string {
  const rules: string[] = [];
  let rest = withoutComments(text).replace(/<!--|-->/gu, '');
  while (rest.trim() !== '') {
    const open = rest.indexOf('{');
    const end = rest.trimStart().startsWith('@') ? rest.indexOf(';') : -1;
    if (end >= 0 && (open < 0 || end < open)) {
      rest = rest.slice(end + 1);
      continue;
    }
    if (open < 0) break;
    const close = closingBrace(rest, open);
    const [head, body] = [rest.slice(0, open).trim(), rest.slice(open + 1, close)];
    const declarations = selector.test(head) && !body.includes('{') ? safeDeclarations(body) : '';
    if (declarations !== '') rules.push(`${head.replace(/\s+/gu, ' ')}{${declarations}}`);
    rest = rest.slice(close + 1);
  }
  return rules.join('');
}

/** The end of the block that begins at `open`; the end of the text where it is not closed. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    else if (text[i] === '}') depth -= 1;
    if (depth === 0) return i;
  }
  return text.length;
}

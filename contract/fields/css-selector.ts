import type { TextFormat } from './text-format.ts';

// One name: letters, digits, hyphens, escapes and everything beyond ASCII; it does not begin with a digit. An escape ends at one place only:
// a pattern that could end it elsewhere would try all places of all escapes, which takes years.
const escaped = String.raw`\\(?:(?:[0-9a-f]{6}|[0-9a-f]{1,5}(?![0-9a-f]))[ \t\r\n\f]?|[^\n0-9a-f])`;
const nameChar = String.raw`(?:[\w-]|[^\0-\x7f]|${escaped})`;
const name = String.raw`(?:--|-?(?:[a-z_]|[^\0-\x7f]|${escaped}))${nameChar}*`;
const text = String.raw`"(?:[^"\n\\]|\\[^])*"|'(?:[^'\n\\]|\\[^])*'`;

const sticky = (source: string) => new RegExp(source, 'iuy');
const token = {
  space: sticky(String.raw`\s*`),
  comma: sticky(String.raw`\s*,\s*`),
  combinator: sticky(String.raw`\s*[>+~]\s*|\s+(?=[^\s,)])`),
  leading: sticky(String.raw`\s*[>+~]\s*`),
  type: sticky(String.raw`\*|${name}`),
  hashOrClass: sticky(String.raw`#${nameChar}+|\.${name}`),
  attribute: sticky(String.raw`\[\s*${name}\s*(?:[~|^$*]?=\s*(?:${name}|${text})\s*(?:[is]\s*)?)?\]`),
  pseudo: sticky(
    String.raw`:(?:active|any-link|checked|default|disabled|empty|enabled|first-child|first-of-type|focus|focus-visible|focus-within|hover|in-range|indeterminate|invalid|last-child|last-of-type|link|only-child|only-of-type|optional|out-of-range|placeholder-shown|read-only|read-write|required|root|target|valid|visited)(?![\w(-])`,
  ),
  nth: sticky(String.raw`:nth-(?:last-)?(?:child|of-type)\(\s*(?:odd|even|[+-]?\d*n(?:\s*[+-]\s*\d+)?|[+-]?\d+)\s*\)`),
  lang: sticky(String.raw`:lang\(\s*(?:${name}|${text})\s*\)`),
  list: sticky(String.raw`:(?:not|is|where)\(\s*`),
  relativeList: sticky(String.raw`:has\(\s*`),
  close: sticky(String.raw`\s*\)`),
};

/**
 * Whether a text is a list of CSS selectors that every browser understands, as `querySelector` takes it. Pseudo-elements and namespaces are
 * refused: no click meets them.
 */
export function isCssSelector(selector: string): boolean {
  let at = 0;
  let isBroken = false;
  const has = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(selector);
    if (found) at += found[0].length;
    return found !== null && found[0] !== '';
  };
  function part(): boolean {
    if (has(token.hashOrClass) || has(token.attribute) || has(token.pseudo) || has(token.nth) || has(token.lang)) return true;
    const isRelative = has(token.relativeList);
    if (!isRelative && !has(token.list)) return false;
    isBroken ||= !(list(isRelative) && has(token.close));
    return !isBroken;
  }
  function compound(): boolean {
    const start = at;
    has(token.type);
    while (part());
    return at > start && !isBroken && !/[:[.#(]/u.test(selector.charAt(at));
  }
  function complex(isRelative: boolean): boolean {
    if (isRelative) has(token.leading);
    do {
      if (!compound()) return false;
    } while (has(token.combinator));
    return true;
  }
  function list(isRelative: boolean): boolean {
    do {
      if (!complex(isRelative)) return false;
    } while (has(token.comma));
    return true;
  }
  has(token.space);
  const isList = list(false);
  has(token.space);
  return isList && at === selector.length;
}

/** A CSS selector, for elements that a visitor clicks. */
export const cssSelector: TextFormat = {
  clean: (typed) => typed.trim(),
  problem: (typed) => (isCssSelector(typed) ? null : 'Enter a CSS selector such as .book-now or #book.'),
  sample: (n) => `.sample-${n}`,
};

/** One or more class names with spaces between them. */
export const cssClasses: TextFormat = {
  clean: (typed) => typed.trim().replaceAll(/\s+/gu, ' '),
  problem: (typed) =>
    /^[a-z_-][\w-]*(?: [a-z_-][\w-]*)*$/iu.test(typed) ? null : 'Enter class names such as spring-sale, with spaces between them.',
  sample: (n) => `sample-${n} other`,
};

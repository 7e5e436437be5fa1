import type { CssNode, List } from 'css-tree';
import parseSelector from 'css-tree/selector-parser';
import { withoutInvisible } from '../invisible.ts';
import type { TextFormat } from './text-format.ts';

/** Pseudo-classes without arguments that every browser knows. */
const pseudoClasses = new Set(
  (
    'active any-link autofill checked default defined disabled empty enabled first-child first-of-type focus focus-visible focus-within ' +
    'fullscreen hover in-range indeterminate invalid last-child last-of-type link modal only-child only-of-type optional out-of-range ' +
    'placeholder-shown popover-open read-only read-write required root scope target user-invalid user-valid valid visited'
  ).split(' '),
);
const combinators = new Set([' ', '>', '+', '~']);
/** The parser takes any characters after `#`; only a name selects an element. */
const beginsName = /^(?:--|-?(?:[a-z_]|[^\0-\x7f]|\\))/iu;
/** Only `*|` (any namespace) and `|` (none) work without a declaration. */
const hasNamespace = (name: string): boolean => /^[^*|]+\|/u.test(name);

const every = (nodes: List<CssNode> | null, isFine: (node: CssNode) => boolean): boolean =>
  nodes !== null && !nodes.isEmpty && nodes.toArray().every(isFine);

/** Whether each combinator of a selector stands between two parts. `isRelative`: it may begin with one, as in `:has()`. */
function isSelector(parts: readonly CssNode[], isRelative: boolean): boolean {
  const isCombinator = (node: CssNode | undefined) => node?.type === 'Combinator';
  if (isCombinator(parts.at(-1)) || (isCombinator(parts[0]) && !isRelative)) return false;
  return parts.every((part, i) => !(isCombinator(part) && isCombinator(parts[i + 1])) && isFine(part));
}

function isFine(node: CssNode, isRelative = false): boolean {
  switch (node.type) {
    case 'SelectorList':
      return every(node.children, (child) => isFine(child, isRelative));
    case 'Selector':
      return isSelector(node.children.toArray(), isRelative);
    case 'Combinator':
      return combinators.has(node.name);
    case 'TypeSelector':
      return !hasNamespace(node.name);
    case 'IdSelector':
      return beginsName.test(node.name);
    case 'ClassSelector':
      return true;
    case 'AttributeSelector':
      return !hasNamespace(node.name.name) && (node.flags === null || /^i$/iu.test(node.flags));
    case 'PseudoClassSelector':
      return isPseudoClass(node.name.toLowerCase(), node.children);
    default:
      return false;
  }
}

function isPseudoClass(name: string, given: List<CssNode> | null): boolean {
  switch (name) {
    // Browsers pass over what they don't know in these, and take an empty one.
    case 'is':
    case 'where':
      return given !== null;
    case 'not':
      return every(given, (list) => isFine(list));
    case 'has':
      return every(given, (list) => isFine(list, true));
    case 'nth-child':
    case 'nth-last-child':
      return every(given, (nth) => nth.type === 'Nth' && (nth.selector === null || isFine(nth.selector)));
    case 'nth-of-type':
    case 'nth-last-of-type':
      return every(given, (nth) => nth.type === 'Nth' && nth.selector === null);
    case 'lang':
      return every(given, ({ type }) => type !== 'Raw');
    case 'dir':
      return every(given, ({ type }) => type === 'Identifier');
    default:
      return given === null && pseudoClasses.has(name);
  }
}

/**
 * Whether a text is a list of CSS selectors that every browser understands, as `querySelector` takes it. Pseudo-elements and namespaces are
 * refused: no click meets them.
 */
export function isCssSelector(selector: string): boolean {
  // The parser passes over a comma at the end.
  if (/,(?:\s|\/\*[^*]*\*\/)*$/u.test(selector)) return false;
  try {
    const onParseError = (error: Error) => {
      throw error;
    };
    return isFine(parseSelector(selector.replaceAll(/\(\s+\)/gu, '()'), { context: 'selectorList', onParseError }));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** A CSS selector, for elements that a visitor clicks. */
export const cssSelector: TextFormat = {
  clean: (typed) => withoutInvisible(typed).trim(),
  problem(typed) {
    // To CSS these are letters of a name, which no element has.
    if (/[“”„‘’«»]/u.test(typed.replaceAll(/"[^"]*"|'[^']*'/gu, ''))) return 'Write quotation marks straight in a CSS selector: " or \'.';
    return isCssSelector(typed) ? null : 'Enter a CSS selector such as .book-now or #book.';
  },
  sample: (n) => `.sample-${n}`,
};

/** One or more class names with spaces between them. */
export const cssClasses: TextFormat = {
  clean: (typed) => withoutInvisible(typed).trim().replaceAll(/\s+/gu, ' '),
  problem: (typed) =>
    /^[\p{L}_-][\p{L}\p{M}\p{N}_-]*(?: [\p{L}_-][\p{L}\p{M}\p{N}_-]*)*$/u.test(typed)
      ? null
      : 'Enter class names such as spring-sale, with spaces between them.',
  sample: (n) => `sample-${n} other`,
};

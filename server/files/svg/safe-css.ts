import { type CssNode, findNode, findNodes, generateCss, ident, type List, parseCss } from '#contract/css.ts';
import type { RemovedPart } from './remarks.ts';
import { functions } from './vocabulary.ts';

/** A piece of CSS in which nothing loads or runs. */
export interface SafeCss {
  readonly css: string;
  /** The ids of the same drawing that it refers to. */
  readonly references: readonly string[];
}

/** The ids that rules refer to, by what they are for: `.class`, `#id`, `element`, or `*` for any element. */
export type Styled = Map<string, Set<string>>;

/** A style element's rules, in which nothing loads or runs. */
export interface SafeSheet {
  readonly css: string;
  readonly styled: Styled;
}

/** The number of characters in all style elements together. */
export const maxStyleCharacters = 100_000;
/** How many different styles a drawing may have that need the parser. */
const maxParsed = 20_000;
/** The parser describes each mistake at length. After so many it gets no more styles, which are left out. */
const maxMistakes = 500;
/** How deep brackets may be nested: the parser calls itself for each. */
const maxBrackets = 200;

/** At-rules that are kept with what is safe in their blocks. */
const grouping: ReadonlySet<string> = new Set([
  ...['media', 'supports', 'container', 'layer', 'scope', 'starting-style'],
  ...['keyframes', '-webkit-keyframes', 'property', 'namespace'],
]);

/** Drawing programs write `url(#a b)`, `url(#a (1))` and `url(#a'b)` without quotes, and mean the id with these signs. */
const quoted = (text: string): string =>
  text.replace(/\burl\(\s*(#(?:[^"()\\\s]|\s+(?=[^)\s])|\([^"()\\]*\))*)\s*\)/giu, (written, id: string) =>
    /[\s'()]/u.test(id) ? `url("${id}")` : written,
  );

/** SVG 1.1 lets a colour of a profile follow the one that every browser shows; today's browsers take such a value for none. */
const withoutProfile = (text: string): string => text.replace(/(?<=[\w)%])\s+icc-color\([^()]*\)/giu, '');

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(' || char === '{' || char === '[') depth += 1;
    else if (char === ')' || char === '}' || char === ']') depth -= 1;
    if (depth > maxBrackets) return true;
  }
  return false;
}

/** The id that an address in the same drawing names; null for any other address. */
export const idIn = (address: string): string | null => (address.trim().startsWith('#') ? address.trim().slice(1) : null);

/** The class or id that an attribute selector asks for, such as `[class="a"]`; null for any other. */
function attributeKey({ name, matcher, value }: Extract<CssNode, { type: 'AttributeSelector' }>): string | null {
  const wanted = value?.type === 'String' ? value.value : value?.name;
  if (wanted === undefined || /\s/u.test(wanted) || (matcher !== '=' && matcher !== '~=')) return null;
  if (name.name === 'class') return `.${wanted}`;
  return name.name === 'id' ? `#${wanted}` : null;
}

/** What stands in the place of selectors in `@keyframes`, which run on any element. */
const keyframes: ReadonlySet<string> = new Set(['from', 'to', '*']);

/** What a selector is for: an id, a class or the name of an element in its last part. Any element, where that has none of these. */
function keyOf(selector: CssNode): string {
  const found = { id: '', class: '', element: '' };
  if (selector.type !== 'Selector') return '*';
  selector.children.forEach((part) => {
    if (part.type === 'Combinator') Object.assign(found, { id: '', class: '', element: '' });
    const asked = part.type === 'AttributeSelector' ? attributeKey(part) : null;
    if (part.type === 'IdSelector') found.id = `#${ident.decode(part.name)}`;
    else if (part.type === 'ClassSelector') found.class = `.${ident.decode(part.name)}`;
    else if (part.type === 'TypeSelector') found.element = ident.decode(part.name.replace(/^.*\|/u, ''));
    else if (asked?.startsWith('#')) found.id = asked;
    else if (asked !== null) found.class = asked;
  });
  return found.id || found.class || (keyframes.has(found.element) ? '*' : found.element) || '*';
}

/** Why a part of a style can't be kept; null where nothing in it can load or run. */
function problemOf(node: CssNode): RemovedPart | null {
  const problemOfPart = (part: CssNode): RemovedPart | null => {
    if (part.type === 'Url' && idIn(part.value) === null) return 'elsewhere';
    if (part.type === 'Function' && !functions.has(part.name.toLowerCase())) return 'style';
    if (part.type === 'Raw' && part.value.trim() !== '') return 'style';
    return part.type === 'Operator' && part.value === ':' ? 'style' : null;
  };
  const found = findNode(node, (part) => problemOfPart(part) !== null);
  return found && problemOfPart(found);
}

/** Words, numbers, colours, and functions of these: most values, for which no parser is needed. */
const isPlain = (text: string): boolean =>
  /^[\w\s.,#%()+-]*$/u.test(text) &&
  Array.from(text.matchAll(/(?<![\w-])([\w-]+)\(/gu), ([, name = '']) => name.toLowerCase()).every((name) => functions.has(name));
const plainReference = /^\s*url\(#([\w.:-]+)\)\s*$/u;

class TooManyMistakes extends Error {}

interface CleanerParts {
  /** Called with each part that could not be kept. */
  readonly leaveOut: (what: RemovedPart) => void;
  /** Throws. */
  readonly onTooMuch: () => never;
}

/** Cleans the styles of one drawing. */
export function createCssCleaner({ leaveOut, onTooMuch }: CleanerParts) {
  let parsed = 0;
  let mistakes = 0;
  const onParseError = () => {
    mistakes += 1;
    if (mistakes > maxMistakes) throw new TooManyMistakes();
  };
  function isKept(node: CssNode): boolean {
    switch (node.type) {
      case 'Declaration': {
        // An escape could disguise a name.
        const problem = node.property.includes('\\') ? 'style' : problemOf(node.value);
        if (problem !== null) leaveOut(problem);
        return problem === null;
      }
      case 'Rule':
        if (node.prelude.type === 'Raw') leaveOut('style');
        keepSafe(node.block.children);
        return node.prelude.type !== 'Raw' && !node.block.children.isEmpty;
      case 'Atrule': {
        const name = node.name.toLowerCase();
        // It has no effect inside a drawing.
        if (name === 'charset') return false;
        if (name === 'namespace') return true;
        const isGroup = grouping.has(name) && (node.prelude === null || problemOf(node.prelude) === null);
        if (!isGroup) leaveOut(name === 'font-face' ? 'font' : name === 'import' ? 'elsewhere' : 'style');
        if (isGroup && node.block) keepSafe(node.block.children);
        return isGroup && node.block?.children.isEmpty !== true;
      }
      case 'Raw':
        if (/[^\s;]/u.test(node.value)) leaveOut('style');
        return false;
      default:
        // Comments, and the signs that once hid a style from old browsers.
        return false;
    }
  }
  function keepSafe(nodes: List<CssNode>): void {
    nodes.forEach((node, item) => {
      if (!isKept(node)) nodes.remove(item);
    });
  }
  const read = (text: string, context: 'value' | 'declarationList' | 'stylesheet'): CssNode | null => {
    parsed += 1;
    if (parsed > maxParsed) onTooMuch();
    if (mistakes > maxMistakes || isTooDeep(text)) return null;
    try {
      return parseCss(quoted(withoutProfile(text)), { context, parseCustomProperty: true, onParseError });
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TooManyMistakes) return null;
      throw error;
    }
  };
  const referencesOf = (node: CssNode): readonly string[] =>
    findNodes(node, (part) => part.type === 'Url').flatMap((part) => (part.type === 'Url' ? (idIn(part.value) ?? []) : []));
  const written = (node: CssNode, css = generateCss(node)): SafeCss => ({
    css,
    references: css.toLowerCase().includes('url(') ? referencesOf(node) : [],
  });
  const unreadable = (): null => {
    leaveOut('style');
    return null;
  };
  /** A style with declarations, or style elements with rules. */
  const block = (text: string, context: 'declarationList' | 'stylesheet') => {
    const node = read(text, context);
    if (node?.type !== 'DeclarationList' && node?.type !== 'StyleSheet') return unreadable();
    keepSafe(node.children);
    return node;
  };
  const styledBy = (sheet: CssNode): Styled => {
    const styled: Styled = new Map();
    for (const rule of findNodes(sheet, (part) => part.type === 'Rule')) {
      if (rule.type !== 'Rule' || rule.prelude.type !== 'SelectorList') continue;
      const references = rule.block.children.toArray().flatMap((part) => (part.type === 'Rule' ? [] : referencesOf(part)));
      if (references.length > 0)
        rule.prelude.children.forEach((selector) => {
          const key = keyOf(selector);
          const known = styled.get(key) ?? new Set();
          for (const id of references) known.add(id);
          styled.set(key, known);
        });
    }
    return styled;
  };
  /** A drawing repeats the same few styles. */
  const known = new Map<string, SafeCss | null>();
  const once = (key: string, make: () => SafeCss | null): SafeCss | null => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    return made;
  };
  return {
    /** The value of an attribute that is a property; null leaves it out. */
    value: (typed: string): SafeCss | null => {
      const text = withoutProfile(typed);
      const reference = plainReference.exec(text)?.[1];
      if (reference !== undefined) return { css: text.trim(), references: [reference] };
      if (isPlain(text)) return { css: text.trim(), references: [] };
      return once(`:${text}`, () => {
        const node = read(text, 'value');
        if (!node) return unreadable();
        const problem = problemOf(node);
        if (problem !== null) leaveOut(problem);
        return problem === null
          ? written(node, /[\\@{};<>]|\/\*/u.test(text) || quoted(text) !== text ? generateCss(node) : text.trim())
          : null;
      });
    },
    declarations: (text: string): SafeCss | null =>
      once(text, () => {
        const node = block(text, 'declarationList');
        return node && written(node);
      }),
    sheet(text: string): SafeSheet | null {
      const node = block(text, 'stylesheet');
      return node && { css: generateCss(node), styled: styledBy(node) };
    },
  };
}

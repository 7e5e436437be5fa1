import sanitize from 'sanitize-html';
import { onSite } from './filters.ts';

/** Block elements that are replaced, so that their words stay apart from the next. */
const blocks = [
  ...['address', 'article', 'aside', 'center', 'dd', 'details', 'dl', 'dt', 'fieldset', 'footer', 'header', 'legend', 'main', 'nav'],
  ...['pre', 'section', 'summary'],
];

/** Programs say by a style what HTML says by an element: Google Docs wraps all that it copies in `<b style="font-weight:normal">`. */
function byStyle(style: string): string {
  const weight = /font-weight\s*:\s*([\w]+)/iu.exec(style)?.[1]?.toLowerCase() ?? '';
  if (weight === 'bold' || Number(weight) >= 600) return 'strong';
  if (/font-style\s*:\s*italic/iu.test(style)) return 'em';
  const line = /text-decoration(?:-line)?\s*:[^;]*(line-through|underline)/iu.exec(style)?.[1]?.toLowerCase();
  if (line === undefined) return 'span';
  return line === 'underline' ? 'u' : 's';
}
const notBold = /font-weight\s*:\s*(?:normal|[1-4]00)\b/iu;
const unlessNormal: sanitize.Transformer = (tagName, { style = '', ...attribs }) => ({
  tagName: notBold.test(style) ? byStyle(style) : tagName,
  attribs,
});

/** An address as people type and copy it: of a website without its scheme, or of a mailbox. */
function linkOf(href: string, basePath: string): string {
  const typed = href.trim();
  if (/^(?:\/\/)?www\.[^\s/]+\.[a-z]|^\/\/[a-z\d]/iu.test(typed)) return `https://${typed.replace(/^\/\//u, '')}`;
  return /^[^\s@/:?#]+@[^\s@/:]+\.[a-z]+$/iu.test(typed) ? `mailto:${typed}` : onSite(href, basePath);
}

const pictureData = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/iu;

const kept = [
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'div', 'span', 'figure', 'figcaption', 'img', 'a'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
/** Others that may have an attribute without a value, such as `<video controls>`. */
const mayBeBare = [
  'audio',
  'button',
  'dialog',
  'form',
  'h1',
  'iframe',
  'input',
  'object',
  'option',
  'script',
  'select',
  'textarea',
  'video',
];
const known: ReadonlySet<string> = new Set([...kept, ...blocks, ...mayBeBare]);

const options = (basePath: string): sanitize.IOptions => ({
  allowedTags: kept,
  allowedAttributes: {
    '*': ['class', 'dir', 'lang'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  // Deeper ones cost much, and no text needs them.
  nestingLimit: 40,
  transformTags: {
    ...Object.fromEntries(blocks.map((name) => [name, 'div'])),
    // The page has one of its own.
    h1: 'h2',
    // A price that no longer applies must not look like one that does.
    del: 's',
    strike: 's',
    ins: 'u',
    b: unlessNormal,
    strong: unlessNormal,
    span: (_, { style = '', ...attribs }) => ({ tagName: byStyle(style), attribs }),
    img: (tagName, { src = '', ...attribs }) => {
      const isKept = !/^\s*data:/iu.test(src) || pictureData.test(src);
      return { tagName, attribs: { ...(isKept ? { src } : {}), ...attribs } };
    },
    a: (tagName, { href, target, ...attribs }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href: linkOf(href, basePath) }),
        ...attribs,
        ...(target === '_blank' ? { target, rel: 'noopener' } : {}),
      },
    }),
  },
});

/** From a `<` to its `>`, past quoted values; or the beginning of a comment or a declaration. */
const tag = /<(?:\/?([a-z][a-z0-9:-]*)((?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?)>|[!?])/iuy;
/** Elements with a name of one letter. */
const letters = /^[abipqsu]$/iu;

/** Whether `<` begins a tag there, or stands for "less than", as in `a<b` and `x <y and y> z`, or for itself, as in `<First Name>`. */
function beginsTag(typed: string, at: number): boolean {
  tag.lastIndex = at;
  const found = tag.exec(typed);
  if (!found) return false;
  const [, name = '', rest = ''] = found;
  // `<https://…>`
  if (name.endsWith(':')) return false;
  const isPlain = /^[\s/]*$/u.test(rest) || rest.includes('=');
  if (name.length === 1) return letters.test(name) && isPlain;
  return isPlain || /[:-]/u.test(name) || known.has(name.toLowerCase());
}

const entity = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,30});)/giu;

/** What an agency typed, as HTML without anything that runs, frames or restyles. `isText`: it has no tags, and its lines count. */
export function cleanHtml(typed: string, basePath: string): { readonly html: string; readonly isText: boolean } {
  let isText = true;
  const escaped = typed.replaceAll('<', (sign, at: number) => {
    const isTag = beginsTag(typed, at);
    isText &&= !isTag;
    return isTag ? sign : '&lt;';
  });
  return { html: isText ? escaped.replaceAll(entity, '&amp;').replaceAll('>', '&gt;') : sanitize(escaped, options(basePath)), isText };
}

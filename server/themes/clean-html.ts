import sanitize from 'sanitize-html';
import { withoutInvisible } from '#contract/invisible.ts';
import { hides } from '#contract/resources/popup-warnings.ts';
import { onSite } from './filters.ts';

/** Block elements that are replaced, so that their words stay apart from the next. */
const blocks = [
  ...['address', 'article', 'aside', 'center', 'dd', 'details', 'dl', 'dt', 'fieldset', 'footer', 'header', 'legend', 'main', 'nav'],
  ...['pre', 'section', 'summary'],
];

/** What formats a part of a line, in the order in which one stands in the other. */
const formats = ['strong', 'em', 'u', 's', 'sup', 'sub'] as const;
type Format = (typeof formats)[number];

/** Elements that are a format by themselves. A price that no longer applies must not look like one that does. */
const ownFormat: Readonly<Record<string, Format>> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', ins: 'u', s: 's', del: 's', strike: 's', sup: 'sup', sub: 'sub' },
};
/** Elements that a style may give a format to what is in them. */
const formattedWithin = ['p', 'div', 'li', 'td', 'a'];

/** Programs say by a style what HTML says by an element: Google Docs wraps all that it copies in `<b style="font-weight:normal">`. */
function formatsBy(style: string, own: Format | undefined): readonly Format[] {
  const of = (property: string) => new RegExp(String.raw`(?:^|[;\s])${property}\s*:([^;]*)`, 'iu').exec(style)?.[1]?.toLowerCase();
  const font = of('font') ?? '';
  const weight = of('font-weight') ?? font;
  const slant = of('font-style') ?? font;
  const line = of('text-decoration') ?? of('text-decoration-line');
  const place = of('vertical-align') ?? '';
  const isSaid: Partial<Record<Format, boolean>> = {
    ...(weight.trim() === '' ? {} : { strong: /\b(?:bold|bolder|[6-9]00)\b/u.test(weight) }),
    ...(slant.trim() === '' ? {} : { em: /\b(?:italic|oblique)\b/u.test(slant) }),
    ...(line === undefined ? {} : { u: line.includes('underline'), s: line.includes('line-through') }),
    sup: own === 'sup' || /\bsuper\b/u.test(place),
    sub: own === 'sub' || /\bsub\b/u.test(place),
  };
  return formats.filter((format) => isSaid[format] ?? own === format);
}

/** A name for an element with formats within it, which is written as these elements afterwards: `p-strong-em`. */
const named = (element: string, within: readonly Format[]): string => [element, ...within].filter((name) => name !== '').join('-');
const combinations = Array.from({ length: 2 ** formats.length }, (_, chosen) => formats.filter((_, at) => (chosen >> at) % 2 === 1));
const namesOfSeveral = ['', ...formattedWithin]
  .flatMap((element) => combinations.map((within) => named(element, within)))
  .filter((name) => name.includes('-'));

/** Writes each such name as its elements. The text is clean: its `<` are those of tags. */
const inElements = (html: string): string =>
  html
    .replaceAll(/<([a-z]+(?:-[a-z]+)+)([^<>]*)>/gu, (_, name: string, attributes: string) => {
      const [first, ...within] = name.split('-');
      return `<${first}${attributes}>${within.map((each) => `<${each}>`).join('')}`;
    })
    .replaceAll(/<\/([a-z]+(?:-[a-z]+)+)>/gu, (_, name: string) =>
      name
        .split('-')
        .reverse()
        .map((each) => `</${each}>`)
        .join(''),
    );

/** Marks an element that would not be seen: it is left out with all that is in it. */
const unlessHidden =
  (transform: sanitize.Transformer): sanitize.Transformer =>
  (tagName, attribs) =>
    hides(attribs['style'] ?? '') || 'hidden' in attribs ? { tagName, attribs: { hidden: 'hidden' } } : transform(tagName, attribs);

const format: sanitize.Transformer = (tagName, { style = '', ...attribs }) => {
  const own = ownFormat[tagName];
  const meant = formatsBy(style, own);
  // `<b>` and `<i>` stay where nothing is to be changed in them.
  const isAsItIs = meant.length === 1 && meant[0] === own && !['ins', 'del', 'strike'].includes(tagName);
  return { tagName: isAsItIs ? tagName : named('', meant) || 'span', attribs };
};
const formatWithin: sanitize.Transformer = (tagName, { style = '', ...attribs }) => ({
  tagName: named(
    tagName,
    formatsBy(style, undefined).filter((each) => each !== 'sup' && each !== 'sub'),
  ),
  attribs,
});

/** A host name, with what may stand behind it. The first path of a website may look like one: `brochure.pdf`. */
const host = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(\p{L}{2,})(?::\d{1,5})?(?:[/?#]|$)/u;
const fileTypes =
  /^(?:html?|php|aspx?|jspx?|pdf|docx?|xlsx?|pptx?|csv|txt|rtf|odt|png|jpe?g|gif|webp|avif|svg|mp[34]|mov|zip|ics|vcf|xml|json|css|js)$/iu;

/** An address as people type and copy it: with what nobody sees around it, or of a website without its scheme. */
function addressOf(written: string): string {
  const typed = withoutInvisible(written).trim();
  const ending = host.exec(typed.replace(/^\/\//u, ''))?.[1];
  const isHost = ending !== undefined && (typed.startsWith('//') || !fileTypes.test(ending));
  return isHost ? `https://${typed.replace(/^\/\//u, '')}` : typed;
}

/** The address of a link, which may be that of a mailbox. */
function linkOf(href: string, basePath: string): string {
  const typed = addressOf(href);
  return /^[^\s@/:?#]+@[^\s@/:?#]+\.[a-z]+(?:\?|$)/iu.test(typed) ? `mailto:${typed}` : onSite(typed, basePath);
}

const pictureData = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/iu;

const kept = [
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'div', 'span', 'figure', 'figcaption', 'img', 'a'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
/** Other elements that have no end. */
const endless = ['area', 'base', 'col', 'embed', 'frame', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'];
/** Attributes without a value, of elements that are kept. */
const bareAttributes = /^(?:[\s/]+(?:allowfullscreen|border|compact|hidden|inert|ismap|noshade|nowrap|reversed))*[\s/]*$/iu;
/** All elements of HTML, also those that browsers alone still know. */
const elements: ReadonlySet<string> = new Set(
  `${[...kept, ...blocks, ...endless].join(' ')} h1 del ins strike abbr acronym applet audio bdi bdo big blink body button canvas caption cite code
  colgroup data datalist dfn dialog dir font form frameset head hgroup html iframe kbd label map mark marquee math menu meter nobr noframes noscript
  object optgroup option output picture plaintext portal progress q rb rp rt rtc ruby samp script search select slot style svg template textarea
  tfoot time title tt var video xml xmp`.split(/\s+/u),
);
const keptOrEndless: ReadonlySet<string> = new Set([...kept, ...endless, 'h1', 'del', 'ins', 'strike']);

const ofLinks = ['href', 'title', 'target', 'rel'];

const options = (basePath: string): sanitize.IOptions => ({
  allowedTags: [...kept, ...namesOfSeveral],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'svg', 'math', 'noscript', 'title'],
  allowedAttributes: {
    '*': ['class', 'dir', 'lang', 'hidden'],
    ...Object.fromEntries(namesOfSeveral.filter((name) => name.startsWith('a-')).map((name) => [name, ofLinks])),
    a: ofLinks,
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    ...Object.fromEntries(namesOfSeveral.filter((name) => name.startsWith('li-')).map((name) => [name, ['value']])),
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope'],
    ...Object.fromEntries(namesOfSeveral.filter((name) => name.startsWith('td-')).map((name) => [name, ['colspan', 'rowspan']])),
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ attribs }) => 'hidden' in attribs,
  // Deeper ones cost much, and no text needs them.
  nestingLimit: 40,
  transformTags: {
    ...Object.fromEntries(blocks.map((name) => [name, 'div'])),
    // The page has one of its own.
    h1: 'h2',
    '*': unlessHidden((tagName, attribs) => ({ tagName, attribs })),
    ...Object.fromEntries(['span', ...Object.keys(ownFormat)].map((name) => [name, unlessHidden(format)])),
    ...Object.fromEntries(formattedWithin.map((name) => [name, unlessHidden(formatWithin)])),
    img: (tagName, { src = '', ...attribs }) => {
      const isKept = !/^\s*data:/iu.test(src) || pictureData.test(src);
      return { tagName, attribs: { ...(isKept ? { src: addressOf(src) } : {}), ...attribs } };
    },
    a: unlessHidden((tagName, { href, target, style = '', ...attribs }) => ({
      tagName: named(
        tagName,
        formatsBy(style, undefined).filter((each) => each !== 'u'),
      ),
      attribs: {
        ...(href === undefined ? {} : { href: linkOf(href, basePath) }),
        ...attribs,
        ...(target === '_blank' ? { target, rel: 'noopener' } : {}),
      },
    })),
  },
});

/** From a `<` to its `>`, past quoted values; or a comment, or the beginning of a declaration, where the text has its end. */
const tag = /<(?:\/?([a-z][a-z0-9:-]*)((?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?)>|!--|(?:!doctype\b|!\[|\?[a-z])[^<>]*>)/iuy;
/** Elements with a name of one letter. */
const letters = /^[abipqsu]$/iu;

/**
 * Whether `<` begins a tag there, or stands for "less than", as in `a<b` and `x <y and y> z`, or for itself, as in `<First Name>` and `<Name>`.
 * `ended`: the names of the elements that the text has an end tag of, in small letters.
 */
function beginsTag(typed: string, at: number, ended: ReadonlySet<string>): boolean {
  tag.lastIndex = at;
  const found = tag.exec(typed);
  if (!found) return false;
  const [whole, name = '', rest = ''] = found;
  if (whole === '<!--') return at < typed.lastIndexOf('-->');
  // `<!doctype html>` and `<https://…>`
  if (name === '' || name.endsWith(':')) return name === '';
  const element = name.toLowerCase();
  if (name.length === 1) return letters.test(name) && (/^[\s/]*$/u.test(rest) || rest.includes('='));
  if (rest.includes('=') || whole.startsWith('</')) return rest.includes('=') || elements.has(element) || /[:-]/u.test(name);
  if (keptOrEndless.has(element)) return bareAttributes.test(rest);
  // Of others, `<Address>` is a person's text where nothing ends it; no element is called `name`.
  return /[:-]/u.test(name) ? rest.endsWith('/') || ended.has(element) : elements.has(element) && ended.has(element);
}

const entity = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,30});)/giu;

/** What an agency typed, as HTML without anything that runs, frames or restyles. `isText`: it has no tags, and its lines count. */
export function cleanHtml(typed: string, basePath: string): { readonly html: string; readonly isText: boolean } {
  let isText = true;
  const ended = new Set(Array.from(typed.matchAll(/<\/([a-z][a-z0-9:-]*)/giu), ([, name = '']) => name.toLowerCase()));
  const escaped = typed.replaceAll('<', (sign, at: number) => {
    const isTag = beginsTag(typed, at, ended);
    isText &&= !isTag;
    return isTag ? sign : '&lt;';
  });
  return {
    html: isText ? escaped.replaceAll(entity, '&amp;').replaceAll('>', '&gt;') : inElements(sanitize(escaped, options(basePath))),
    isText,
  };
}

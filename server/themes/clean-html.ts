import sanitize from 'sanitize-html';
import { onSite } from './filters.ts';

const options = (basePath: string): sanitize.IOptions => ({
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'div', 'span', 'figure', 'figcaption', 'img', 'a'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // Deeper ones cost much, and no text needs them.
  nestingLimit: 40,
  transformTags: {
    a: (tagName, { href, target, ...attribs }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href: onSite(href, basePath) }),
        ...attribs,
        ...(target === '_blank' ? { target, rel: 'noopener' } : {}),
      },
    }),
  },
});

const hasTags = /<[a-z!/]/iu;

/** What an agency typed, as HTML without anything that runs, frames or restyles. A text without tags is escaped: `isText`. */
export function cleanHtml(typed: string, basePath: string): { readonly html: string; readonly isText: boolean } {
  const isText = !hasTags.test(typed);
  return { html: isText ? escapeText(typed) : sanitize(typed, options(basePath)), isText };
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

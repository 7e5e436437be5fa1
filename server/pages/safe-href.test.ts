import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeHref } from './safe-href.ts';

describe('a link', () => {
  it.each([
    '/',
    '/contact-us',
    '/listings?type=sale#map',
    'https://a.example/b?c=d',
    'http://a.example',
    'mailto:a@b.example',
    'tel:+61 2 (5550) 0100',
    '#contact',
    ' /padded ',
  ])('of %j is let through', (href) => expect(safeHref(href)).toBe(href.trim()));

  it.each([
    '',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '/a"onclick="x',
    'mailto:a@b.example" onclick="x',
    'tel:javascript',
    '#"><script>',
    'https://user:pass@a.example/',
    'contact-us',
    `/${'x'.repeat(3000)}`,
  ])('of %j is not', (href) => expect(safeHref(href)).toBeNull());

  it('never has another scheme, nor anything that ends an attribute', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (typed) => {
          const href = safeHref(typed);
          if (href === null) return;
          expect(/^(?:https?:|mailto:|tel:|\/(?![/\\])|#)/iu.test(href)).toBe(true);
          expect(/["<>]/u.test(href)).toBe(false);
        },
      ),
    );
  });
});

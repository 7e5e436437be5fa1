import { describe, expect, it } from 'vitest';
import { cssClasses, cssSelector, isCssSelector } from './css-selector.ts';
import { refusedSelectors, takenSelectors } from '../testing/css-selectors.ts';

// `tests/e2e/site-popups.spec.ts` compares the same lists with what a browser says.
describe('a CSS selector', () => {
  it.each(takenSelectors)('takes %s', (selector) => expect(isCssSelector(selector)).toBe(true));
  it.each(refusedSelectors)('refuses %j', (selector) => expect(isCssSelector(selector)).toBe(false));
  it.each(['a::before', 'svg|a', 'a[href', ':not(.a'])(
    'refuses %s, which a browser takes: nobody can click it, or it is half of one',
    (selector) => expect(isCssSelector(selector)).toBe(false),
  );
  it('ends soon on a hostile text', () => {
    const escapes = `[${String.raw`\aaaaaa`.repeat(9)}!`;
    for (const text of ['('.repeat(1000), ':not('.repeat(200), '[a='.repeat(300), `${'a '.repeat(499)}!`, '\\'.repeat(999), escapes]) {
      const began = Date.now();
      expect(isCssSelector(text)).toBe(false);
      expect(Date.now() - began).toBeLessThan(500);
    }
  });
  it.each([String.raw`.\31 st`, String.raw`.\0000311`, String.raw`[\61]`])('takes the escape in %s', (selector) =>
    expect(isCssSelector(selector)).toBe(true),
  );

  it.each([
    ['\u200b.book-now\ufeff ', '.book-now'],
    ['.book-\u00adnow', '.book-now'],
    ['[title="“Book”"]', '[title="“Book”"]'],
  ])('is taken as it is seen: %j', (pasted, stored) => {
    expect(cssSelector.clean(pasted)).toBe(stored);
    expect(cssSelector.problem(stored)).toBeNull();
  });
  it.each(['“.book-now”', '[data-x=“a”]', 'a[href*=‘x’]', '«.a»'])('with typographic quotation marks is refused: %s', (selector) =>
    expect(cssSelector.problem(selector)).toMatch(/straight/u),
  );
});

describe('class names', () => {
  it.each(['popup', ' spring-sale  big ', '_x', 'größe', '\u200bpopup\ufeff', '日本'])('take %j', (text) =>
    expect(cssClasses.problem(cssClasses.clean(text))).toBeNull(),
  );
  it.each(['.popup', '1st', 'a"b', 'a,b'])('refuse %j', (text) => expect(cssClasses.problem(cssClasses.clean(text))).not.toBeNull());
});

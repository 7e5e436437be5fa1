import { expect, it } from 'vitest';
import { blockIdAttribute, blockKeyAttribute } from '#contract/preview-messages.ts';
import { holdsBlock } from './preview.view.ts';

it('a page holds a block by its id or its key', () => {
  const html = `<section ${blockIdAttribute}="7" ${blockKeyAttribute}="banner"></section>`;
  expect(holdsBlock(html, '7')).toBe(true);
  expect(holdsBlock(html, 'banner')).toBe(true);
  expect(holdsBlock(html, '77')).toBe(false);
  expect(holdsBlock(html, null)).toBe(false);
  expect(holdsBlock(null, '7')).toBe(false);
});

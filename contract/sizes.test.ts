import { expect, it } from 'vitest';
import { countText, sizeText } from './sizes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_999, '1.9 kB'],
  [640_000, '640 kB'],
  [999_999, '999.9 kB'],
  [5_000_000, '5 MB'],
  [1_250_000_000, '1.2 GB'],
  [1_999_999_999, '1.9 GB'],
  [2_000_000_000, '2 GB'],
  [15_000_000_000_000, '15000 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('counts are grouped', () => {
  expect([countText(7), countText(20_000), countText(1_000_000)]).toEqual(['7', '20,000', '1,000,000']);
});

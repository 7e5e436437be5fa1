import { expect, it } from 'vitest';
import { type Box, freeTop } from './free-place.ts';

const column = { left: 1000, right: 1400, height: 80 };
const box = (left: number, top: number, width = 100, height = 36): Box => ({ left, right: left + width, top, bottom: top + height });
const topOf = (boxes: readonly Box[], windowHeight = 900) => freeTop(boxes, column, 75, windowHeight);

it('takes the first place where that is free', () => {
  expect(topOf([])).toBe(75);
  expect(topOf([box(0, 80), box(1000, 20), box(1000, 155)])).toBe(75);
});

it('moves below a control that it would cover, and skips a gap that is too small', () => {
  expect(topOf([box(1050, 80)])).toBe(124);
  expect(topOf([box(1050, 80), box(1050, 180)])).toBe(224);
});

it('takes the place where it covers least when no place is free', () => {
  const full = [box(1000, 75, 400, 100), box(1000, 180, 20, 100), box(1000, 285, 400, 615)];
  expect(topOf(full, 900)).toBe(183);
});

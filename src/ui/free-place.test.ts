import { expect, it } from 'vitest';
import { type Box, clearGroups, coveredArea, freePlace, type Shape } from './free-place.ts';

const box = (left: number, top: number, width = 100, height = 36): Box => ({ left, right: left + width, top, bottom: top + height });
const wide = { width: 1440, height: 900, firstTop: 75 };
const phone = { width: 375, height: 667, firstTop: 75 };
/** A text of a fixed area: the narrower, the higher. */
const heightOf = ({ width, layout }: Shape) => (layout === 'line' ? 40 : Math.ceil((384 * 80) / width));
const atWide = (boxes: readonly Box[]) => freePlace([boxes], wide, () => 80);

it('takes the first place where that is free', () => {
  expect(atWide([])).toEqual({ left: 1040, top: 75, width: 384, layout: 'roomy' });
  expect(atWide([box(0, 80), box(1040, 20), box(1040, 155)])).toEqual({ left: 1040, top: 75, width: 384, layout: 'roomy' });
});

it('moves below a control that it would cover, and skips a gap that is too small', () => {
  expect(atWide([box(1050, 80)]).top).toBe(124);
  expect(atWide([box(1050, 80), box(1050, 180)]).top).toBe(224);
});

it('is narrower, where that is much nearer to the corner', () => {
  // A tall text field that ends 240 px from the right edge.
  const field = (height: number) => [box(480, 100, 720, height)];
  expect(freePlace([field(500)], wide, heightOf)).toEqual({ left: 1200, top: 75, width: 224, layout: 'narrow' });
  expect(freePlace([field(120)], wide, heightOf)).toEqual({ left: 1040, top: 228, width: 384, layout: 'roomy' });
});

it('is narrow, between the controls of rows, where no place is free at full width', () => {
  const rows = Array.from({ length: 20 }, (_, row) => [box(16, 20 + row * 48, 40, 40), box(263, 20 + row * 48, 96, 40)]).flat();
  const place = freePlace([rows], phone, heightOf);
  expect(place).toEqual({ left: 79, top: 75, width: 176, layout: 'narrow' });
  const covered = coveredArea(rows, { left: place.left, right: place.left + place.width, top: 75, bottom: 75 + heightOf(place) });
  expect(covered).toBe(0);
});

it('is one line where only the space between two rows is free', () => {
  const cards = Array.from({ length: 10 }, (_, row) => box(0, 60 + row * 96, 375, 36));
  expect(freePlace([cards], phone, heightOf)).toEqual({ left: 16, top: 104, width: 343, layout: 'line' });
});

it('takes the place at the right edge where it covers least when no place is free', () => {
  const full = [box(0, 75, 1440, 100), box(0, 180, 1100, 100), box(1230, 180, 210, 100), box(0, 285, 1440, 615)];
  expect(freePlace([full], wide, () => 100)).toEqual({ left: 1040, top: 183, width: 384, layout: 'roomy' });
});

it('covers nothing of a later group either, where there is such a place', () => {
  expect(freePlace([[box(1050, 80)], [box(1050, 130)]], wide, () => 80)).toEqual({ left: 1040, top: 174, width: 384, layout: 'roomy' });
});

it('gives up the last groups first', () => {
  const controls = [box(0, 0, 1440, 400)];
  const messages = [box(0, 500, 1440, 50)];
  const notices = [box(0, 560, 1440, 340)];
  const all = [controls, messages, notices];
  const top = (height: number) => freePlace(all, wide, () => height).top;
  expect([top(80), top(200), top(400)]).toEqual([408, 558, 408]);
});

it('counts the groups that a box covers nothing of', () => {
  const groups = [[box(0, 0)], [box(0, 50)], [box(0, 100)]];
  expect([box(0, 10), box(0, 60), box(0, 110), box(0, 200), box(0, 60, 100, 60)].map((each) => clearGroups(groups, each))).toEqual([
    0, 1, 2, 3, 1,
  ]);
});

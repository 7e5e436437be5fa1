import { expect, it } from 'vitest';
import { rangeText } from './pagination.tsx';

it.each([
  [{ page: 0, perPage: 25, total: 83 }, 'Showing 1 to 25 of 83'],
  [{ page: 3, perPage: 25, total: 83 }, 'Showing 76 to 83 of 83'],
  [{ page: 0, perPage: 25, total: 1 }, 'Showing 1 to 1 of 1'],
  [{ page: 40, perPage: 25, total: 1234 }, 'Showing 1,001 to 1,025 of 1,234'],
  [{ page: 0, perPage: 25, total: 0 }, 'Nothing to show'],
  [{ page: 9, perPage: 25, total: 83 }, 'Page 10 is past the end of 83'],
])('%j reads %j', (range, text) => expect(rangeText(range)).toBe(text));

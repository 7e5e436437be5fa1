import { expect, it } from 'vitest';
import { usesText } from './uses-text.ts';

const redirects = { one: 'redirect', many: 'redirects' };
const rows = Array.from({ length: 7 }, (_, at) => ({ id: String(at), name: `${at}.example` }));
const use = (id: string, total = 1, names: readonly string[] = ['/a']) => ({ id, labels: redirects, total, names });

it.each([
  ['nothing names it', 1, { uses: [], isWhole: true }, []],
  ['one does', 1, { uses: [use('0')], isWhole: true }, ['1 redirect names it: /a.']],
  ['many do', 1, { uses: [use('0', 9, ['/a', '/b', '/c'])], isWhole: true }, ['9 redirects name it: /a, /b, /c and 6 more.']],
  [
    'there may be more',
    1,
    { uses: [use('0')], isWhole: false },
    ['1 redirect names it: /a.', 'It is not known just now which other redirects name it.'],
  ],
  ['of several', 2, { uses: [use('1', 2, ['/a', '/b'])], isWhole: true }, ['2 redirects name 1.example: /a and /b.']],
  ['of several, not known', 2, { uses: [], isWhole: false }, ['It is not known just now which redirects name them.']],
  [
    'of many',
    7,
    { uses: rows.map(({ id }) => use(id)), isWhole: true },
    [...rows.slice(0, 5).map(({ name }) => `1 redirect names ${name}: /a.`), '2 more of them are named elsewhere.'],
  ],
])('%s', (_, count, uses, text) => expect(usesText(rows.slice(0, count), uses, ['redirects'])).toEqual(text));

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
  [
    'settings use it, and a record names it',
    1,
    {
      uses: [use('0')],
      places: [{ id: '0', total: 4, labels: ['Footer: Form', 'Form Settings: Newsletter', 'Homepage: Contact, Form'] }],
      isWhole: true,
    },
    ['It is used in “Footer: Form”, “Form Settings: Newsletter”, “Homepage: Contact, Form” and 1 more place.', '1 redirect names it: /a.'],
  ],
  [
    'settings use one of several',
    2,
    { uses: [], places: [{ id: '1', total: 1, labels: ['Footer: Form'] }], isWhole: true },
    ['1.example is used in “Footer: Form”.'],
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

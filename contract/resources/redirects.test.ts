import { describe, expect, it } from 'vitest';
import { validateField } from '../fields/index.ts';
import type { RecordValues, Values } from './define.ts';
import { domains } from './domains.ts';
import { redirects } from './redirects.ts';
import { keyOf, readSiteAddress } from './site-address.ts';

/** Redirects given as from and to, in their order; a third item makes one a rewrite, `back` one that also leads back. */
const website = (...rows: readonly (readonly [string, string, (boolean | 'back')?])[]): readonly RecordValues[] =>
  rows.map(([redirects_from, redirects_to, kind = false], at) => {
    const redirect_to_rewrite = kind === 'back';
    return { id: String(at + 1), redirects_from, redirects_to, rewrite: kind !== false, redirect_to_rewrite };
  });
const warningsOf = (record: Values | undefined, others: readonly RecordValues[], beside: readonly RecordValues[] = []) =>
  redirects.warnings?.(record ?? {}, others, beside);
const ofEach = (others: readonly RecordValues[]) => others.map((record) => warningsOf(record, others)?.map((text) => kinds.get(text)));

const kinds = new Map([
  ['Another redirect begins at this address.', 'twice'],
  ['The second address is redirected too: lead straight to where that ends.', 'chain'],
  ['This is a loop: visitors are led back to where they began.', 'loop'],
  ['This leads into a loop: visitors never arrive.', 'into'],
]);

describe('two redirects from one address', () => {
  it.each([
    ['/a', '/a'],
    ['/a', '/a/'],
    ['/a', '//a'],
    ['/a-b', '/%61-b'],
    ['/über', '/%C3%BCber/'],
    ['/über', '/%c3%bcber'],
    ['https://A.example/x', 'http://a.EXAMPLE/x/'],
    ['/100%', '/100%25'],
    [' /a', '/a#top'],
    ['/a', '/b/../a'],
    ['/a/b', '/../a/./%2e/b/c/%2E%2e'],
  ])('are %s and %s', (one, other) => {
    expect(ofEach(website([one, '/x'], [other, '/y']))).toEqual([['twice'], ['twice']]);
  });

  it.each([
    ['/a', '/b'],
    ['/a', '/A'],
    ['/a', '/a?x=1'],
    ['/a?x=1', '/a?x=2'],
    ['/a', 'https://a.example/a'],
    ['/a%2Fb', '/a/b'],
    ['/a...', '/a'],
    ['/..a', '/a'],
  ])('are not %s and %s', (one, other) => {
    expect(ofEach(website([one, '/x'], [other, '/y']))).toEqual([[], []]);
  });

  it('include those with a redirect that is not stored yet, and none with the one that is being edited', () => {
    const stored = website(['/a', '/x']);
    expect(warningsOf({ redirects_from: '/a/', redirects_to: '/y' }, stored)).toHaveLength(1);
    expect(warningsOf({ id: '1', redirects_from: '/a/', redirects_to: '/y' }, stored)).toEqual([]);
  });
});

describe('a chain', () => {
  it('is each redirect that leads to another, and not its end', () => {
    expect(ofEach(website(['/a', '/b'], ['/b/', '/%63'], ['/c', '/d']))).toEqual([['chain'], ['chain'], []]);
  });

  it('is one that leads to an address with a query, which the one without takes', () => {
    expect(ofEach(website(['/a', '/b?x=1'], ['/b', '/c']))).toEqual([['chain'], []]);
    expect(ofEach(website(['/a', '/b'], ['/b?x=1', '/c']))).toEqual([[], []]);
  });

  it('ends at other hosts, and continues from an address that names its own host', () => {
    expect(ofEach(website(['/a', 'https://b.example/b'], ['/b', '/c']))).toEqual([[], []]);
    expect(ofEach(website(['/a', 'https://b.example/b'], ['https://b.example/b/', '/c']))).toEqual([['chain'], []]);
  });

  it('ends at a rewrite, whose visitors stay', () => {
    expect(ofEach(website(['/a', '/b'], ['/b', '/c', true], ['/c', '/d']))).toEqual([[], [], []]);
    expect(ofEach(website(['/a', '/b'], ['/b', '/c'], ['/c', '/a', true]))).toEqual([['chain'], [], []]);
  });
});

describe('a loop', () => {
  it.each<[string, readonly (readonly [string, string])[]]>([
    ['one', [['/a', '/a/']]],
    ['one with any query', [['/a', '/a?x=1']]],
    [
      'two',
      [
        ['/a', '/b'],
        ['/b', '/%61'],
      ],
    ],
    [
      'three',
      [
        ['/a', '/b'],
        ['/b', '/c'],
        ['/c', '/a'],
      ],
    ],
  ])('leads over %s', (_, rows) => {
    expect(ofEach(website(...rows))).toEqual(rows.map(() => ['loop']));
  });

  it('is also reported at a redirect that leads into it', () => {
    expect(ofEach(website(['/a', '/b'], ['/b', '/c'], ['/c', '/b']))).toEqual([['into'], ['loop'], ['loop']]);
  });

  it('is not one where a query is dropped, or where a rewrite ends it', () => {
    expect(ofEach(website(['/a?x=1', '/a']))).toEqual([[]]);
    expect(ofEach(website(['/a', '/b'], ['/b', '/a', true]))).toEqual([[], []]);
  });
});

describe('a loop with one query alone', () => {
  it('is reported at the redirect that names the query, which the others pass on', () => {
    expect(ofEach(website(['/a', '/b'], ['/b?x=1', '/a?x=1']))).toEqual([[], ['loop']]);
    expect(ofEach(website(['/a?x=1', '/b?x=1'], ['/b', '/a']))).toEqual([['loop'], []]);
  });

  it('leads over a rewrite that sends visitors back', () => {
    expect(ofEach(website(['/a', '/b', 'back'], ['/a?z=1', '/b?z=1']))).toEqual([[], ['loop']]);
    expect(ofEach(website(['/a', '/b', 'back'], ['/a', '/b']))).toEqual([['twice'], ['twice', 'loop']]);
  });

  it('is none where the rewrite takes its visitors', () => {
    expect(ofEach(website(['/a', '/b', 'back']))).toEqual([[]]);
    expect(ofEach(website(['/c', '/b'], ['/a', '/b', 'back']))).toEqual([['chain'], []]);
  });
});

it('has no warnings for incomplete addresses', () => {
  for (const redirects_from of ['', 'a', 'mailto:a@b.example', null, 7])
    expect(warningsOf({ redirects_from, redirects_to: '/a' }, [])).toEqual([]);
  expect(ofEach(website(['/a', ''], ['', '/a'], ['', '/b']))).toEqual([[], [], []]);
});

const key = (text: string) => {
  const address = readSiteAddress(text);
  return address && keyOf(address);
};

it('has a key for any text', () => {
  expect(key('/\ud800/%/%FF')).toBe('/%EF%BF%BD/%25/%25FF');
});

describe('an address', () => {
  it.each([
    ['/a?x=1&y=2', '/a?y=2&x=1'],
    ['/a?q=caf%c3%a9', '/a?q=café'],
    ['/a?q=two+words', '/a?q=two%20words'],
    ['/a?flag', '/a/?flag='],
    ['/cafe\u0301', '/café'],
    ['/cafe%CC%81', '/caf%C3%A9'],
    ['/%e4pfel', '/%E4pfel'],
    ['/%61%e4', '/a%E4'],
    ['/a?q=%e4', '/a?q=%E4'],
    ['https://www.bay.example./a', 'https://www.bay.example/a'],
    ['https://bücher.example:443/a', 'https://xn--bcher-kva.example/a'],
  ])('is the same as %s and as %s', (one, other) => {
    expect(key(one)).toBe(key(other));
    expect(ofEach(website([one, '/x'], [other, '/y']))).toEqual([['twice'], ['twice']]);
  });

  it.each([
    ['/%E4pfel', '/äpfel'],
    ['/a?x=1', '/a?X=1'],
    ['/a?x=1', '/a?x=1&y=2'],
    ['/a?x=1%262', '/a?x=1&2'],
    ['/a?x=a%2Bb', '/a?x=a+b'],
    ['https://bay.example:8443/a', 'https://bay.example/a'],
  ])('%s is another than %s', (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });
});

const domain = (id: string, name: string, redirect_to_path: string | null, more: Values = {}): RecordValues => ({
  id,
  domain: name,
  is_primary: false,
  redirect_to_path,
  is_microsite: false,
  ...more,
});
const looped = 'This is a loop: visitors are led back to where they began.';

describe('a homepage that leads to itself', () => {
  it.each<[string, readonly RecordValues[], RecordValues]>([
    ['by a path', website(['/start', '/']), domain('1', 'www.bay.example', '/start')],
    ['by an address with a final dot', website(['/start', 'https://www.bay.example./']), domain('1', 'www.bay.example', '/start')],
    ['by its international name', website(['/start', 'https://xn--bcher-kva.example/']), domain('1', 'bücher.example', '/start')],
    ['over two redirects', website(['/start', '/next'], ['/next', '/?x=1']), domain('1', 'www.bay.example', '/start')],
    ['of a microsite', website(['/start', '/']), domain('1', 'www.bay.example', '/start', { is_microsite: true })],
    ['with a query', website(['/start?a=1', '/']), domain('1', 'www.bay.example', '/start?a=1&b=2')],
  ])('is found %s, by both screens', (_, rows, home) => {
    expect(rows.map((row) => warningsOf(row, rows, [home]))).toEqual(rows.map(() => [looped]));
    expect(domains.warnings?.(home, [home], rows)).toEqual([looped]);
  });

  it('is none where the path is shown, is the homepage, leads on, or belongs to a domain that nobody is led to', () => {
    const [rows, main] = [website(['/start', '/']), domain('1', 'www.bay.example', null, { is_primary: true })];
    const shown = website(['/start', '/', true]);
    expect(domains.warnings?.(domain('1', 'www.bay.example', '/start'), [], shown)).toEqual([]);
    expect(domains.warnings?.(domain('1', 'www.bay.example', '/'), [], rows)).toEqual([]);
    expect(domains.warnings?.(domain('1', 'www.bay.example', '/start'), [], website(['/start', '/about']))).toEqual([]);
    expect(domains.warnings?.(domain('2', 'bay.example', '/start'), [main], rows)).toEqual([]);
    expect(warningsOf(rows[0], rows, [main, domain('2', 'bay.example', '/start')])).toEqual([]);
  });

  it('is one that leads into a loop where only others are in it', () => {
    const rows = website(['/start', '/a'], ['/a', '/b'], ['/b', '/a']);
    const home = domain('1', 'www.bay.example', '/start');
    expect(domains.warnings?.(home, [home], rows)).toEqual(['This leads into a loop: visitors never arrive.']);
  });
});

describe('From', () => {
  const problem = (value: string) => {
    const [from] = redirects.fields;
    return from && validateField(from, value);
  };

  it.each([
    ['/old#team', 'Leave out # and what follows: browsers keep it to themselves, so no redirect can see it.'],
    ['/#', 'Leave out # and what follows: browsers keep it to themselves, so no redirect can see it.'],
    ['/blog/*', 'A redirect is for one address: * does not stand for others. For an address with a * in it, write %2A.'],
    ['/blog/(.*)', 'A redirect is for one address: * does not stand for others. For an address with a * in it, write %2A.'],
    ['https://www.bay.example/*', 'A redirect is for one address: * does not stand for others. For an address with a * in it, write %2A.'],
    ['/old?id=*', 'A redirect is for one address: * does not stand for others. For an address with a * in it, write %2A.'],
    ['/listing/:id/edit', 'A redirect is for one address: :id does not stand for others. For an address with a :id in it, write %3Aid.'],
    ['https://www.bay.example:8080/a:b/10:30', null],
    ['/listing/%3Aid', null],
    ['/rated/5%2A', null],
    ['/old?id=7&x=%23', null],
    ['/über-uns', null],
  ])('%s: %s', (address, text) => {
    expect(problem(address)).toBe(text);
  });

  it('says nothing of what To may have', () => {
    const to = redirects.fields.find(({ key: name }) => name === 'redirects_to');
    expect(to && validateField(to, '/new#team')).toBeNull();
    expect(to && validateField(to, 'https://web.archive.org/web/*/bay.example')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { RecordValues, Values } from './define.ts';
import { addressKey, redirects } from './redirects.ts';

/** Redirects given as from and to, in their order; a third item makes one a rewrite, `back` one that also leads back. */
const website = (...rows: readonly (readonly [string, string, (boolean | 'back')?])[]): readonly RecordValues[] =>
  rows.map(([redirects_from, redirects_to, kind = false], at) => {
    const redirect_to_rewrite = kind === 'back';
    return { id: String(at + 1), redirects_from, redirects_to, rewrite: kind !== false, redirect_to_rewrite };
  });
const warningsOf = (record: Values | undefined, others: readonly RecordValues[]) => redirects.warnings?.(record ?? {}, others);
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

it('has a key for any text', () => {
  expect(addressKey('/\ud800/%/%FF')).toBe('/%EF%BF%BD/%25/%25FF');
});

import { describe, expect, it } from 'vitest';
import { parseFeed } from './feed.ts';
import { feedText } from './feed-text.ts';

const home = (id: unknown, change: object = {}) => ({ id, address: `${String(id)} Feed Street`, suburb: 'Manly', ...change });
const parse = (content: unknown) =>
  parseFeed(content instanceof Uint8Array ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), 'Rex');
const listingsOf = (content: unknown) => parse(content).items.map(({ listing }) => listing);

describe('a listing', () => {
  it.each([
    ['null', { bedrooms: null, kind: null, status: null, headline: null }, { bedrooms: 0, kind: 'sale', status: 'For sale', headline: '' }],
    ['another case', { kind: ' Rental ' }, { kind: 'rental' }],
    ['digits', { bedrooms: '3', bathrooms: '2.0', price_text: 650_000 }, { bedrooms: 3, bathrooms: 2, price_text: '650000' }],
    ['other digits', { bedrooms: '３', bathrooms: '\u200b٢', cars: '+1' }, { bedrooms: 3, bathrooms: 2, cars: 1 }],
    ['unseen characters in a word', { kind: '\u200bSale\u202c' }, { kind: 'sale' }],
    ['blanks around it', { address: ' 1 Rue de l’Été ' }, { address: '1 Rue de l’Été' }],
    ['nothing odd', { kind: 'auction', cars: 2, status: 'Sold' }, { kind: 'auction', cars: 2, status: 'Sold' }],
  ])('with %s is taken as meant', (_, change, taken) => expect(listingsOf([home(1, change)])).toEqual([expect.objectContaining(taken)]));

  it.each([
    [{ bathrooms: 1.5 }, 'bathrooms 1.5 is not a whole number'],
    [{ bedrooms: -1 }, 'bedrooms -1 is less than 0'],
    [{ bedrooms: '3+' }, 'bedrooms "3+" is not a number'],
    [{ bathrooms: '1,5' }, 'bathrooms "1,5" is not a number'],
    [{ bedrooms: '1e1' }, 'bedrooms "1e1" is not a number'],
    [{ cars: 1e9 }, 'cars 1000000000 is more than 1000'],
    [{ kind: 'house' }, 'kind "house" is none of sale, rental, commercial, auction'],
    [{ kind: `${'x'.repeat(58)}🏠y` }, `kind "${'x'.repeat(58)}🏠… is none of sale, rental, commercial, auction`],
    [{ suburb: null }, 'suburb is missing'],
    [{ address: ' ' }, 'address is missing'],
    [{ address: '\u200b\u00a0' }, 'address is missing'],
    [{ suburb: '\u3164' }, 'suburb is missing'],
    [{ headline: 'x'.repeat(501) }, 'headline is longer than 500 characters'],
    [{ headline: { en: 'x' } }, 'headline is not a text'],
    [{ headline: 'a\u0000b' }, 'headline has a character that can’t be stored'],
  ])('with %j is left out and named, beside one that is taken', (change, reason) => {
    const { items, leftOut, leftOutIds } = parse([home('a', change), home('b')]);
    expect([items.map(({ listing }) => listing.id), leftOut, leftOutIds]).toEqual([['b'], [{ listing: 'a', reason }], ['a']]);
  });

  it('without an id of its own is named by its place', () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const rest = [home(1), home(null), home(2 ** 60), 5, null].map((item) => JSON.stringify(item));
    const { items, leftOut, leftOutIds, withoutId } = parse(`[${[...rest, nested, JSON.stringify(home(''))].join()}]`);
    expect([items.length, leftOutIds, withoutId]).toEqual([1, [], 6]);
    expect(leftOut).toEqual([
      { listing: 'number 2', reason: 'id is missing' },
      { listing: 'number 3', reason: 'id is too large for a number: it has to be a text' },
      { listing: 'number 4', reason: 'is not an object' },
      { listing: 'number 5', reason: 'is not an object' },
      { listing: 'number 6', reason: 'id is missing' },
      { listing: 'number 7', reason: 'id is missing' },
    ]);
  });

  it('has one id, whatever its Unicode form and what nobody sees in it', () => {
    expect(listingsOf([home('12\u200b'), home('cafe\u0301'), home('007')]).map(({ id }) => id)).toEqual(['12', 'caf\u00e9', '007']);
    const { leftOut, withoutId } = parse([home('12'), home(' 12\ufeff ')]);
    expect([leftOut, withoutId]).toEqual([[{ listing: '12', reason: 'it is there twice, and the last one was taken' }], 0]);
  });

  it('that is there twice is taken as it is last, and named', () => {
    const { items, leftOut } = parse([home(1), home(2), home('1', { address: 'Last Street' })]);
    expect(items.map(({ listing }) => listing.address)).toEqual(['Last Street', '2 Feed Street']);
    expect(leftOut).toEqual([{ listing: '1', reason: 'it is there twice, and the last one was taken' }]);
  });
});

describe('a feed', () => {
  it.each([
    ['[', 'The feed of Rex is not JSON: in line 1, column 2, the text ends where a value is expected.'],
    ['', 'The feed of Rex is not JSON: in line 1, column 1, the text ends where a value is expected.'],
    ['<listings/>', 'The feed of Rex is not JSON: in line 1, column 1, “<” stands where a value is expected.'],
    ['[\n{"id":1},\n]', 'The feed of Rex is not JSON: in line 3, column 1, “]” stands where a value is expected.'],
    [{ listings: [], error: 'Rate limit exceeded' }, 'The feed of Rex says that something went wrong at the source.'],
    [{ listings: [home(1)], status: 'error', message: 'Timed out' }, 'says that something went wrong at the source.'],
    [{ listings: [home(1)], success: 'false' }, 'says that something went wrong at the source.'],
    [{ listings: [home(1)], ok: 0 }, 'says that something went wrong at the source.'],
    [{ listings: [home(1)], errors: [{ code: 7 }] }, 'says that something went wrong at the source.'],
    [{ listings: [home(1)], success: false }, 'says that something went wrong at the source.'],
    [{ listings: [home(1)], truncated: true }, 'says that something went wrong at the source.'],
    [{ listings: [home(1)], page: 2, per_page: 50 }, 'has only one page of its listings.'],
    [{ listings: [home(1)], meta: { offset: 50, limit: 50 } }, 'has only one page of its listings.'],
    [{ error: 'busy' }, 'The feed of Rex is not a list of listings.'],
    ['null', 'The feed of Rex is not a list of listings.'],
    [{ listings: [home(1)], total: 200 }, 'The feed of Rex has only one page of its listings.'],
    [{ listings: [home(1)], next_page: 2 }, 'The feed of Rex has only one page of its listings.'],
    [{ pagination: { page: 0, per_page: 1, total: 200, last_page: 199 }, listings: [home(1)] }, 'has only one page of its listings.'],
    [{ links: { next: 'https://a.example/2' }, listings: [home(1)] }, 'has only one page of its listings.'],
    [{ meta: { paging: { totalRecords: '200' } }, listings: [home(1)] }, 'has only one page of its listings.'],
    [{ page: 1, total_pages: 8, listings: [home(1)] }, 'has only one page of its listings.'],
    [{ page: 1, pages: 8, listings: [home(1)] }, 'has only one page of its listings.'],
    [{ nextPageToken: 'abc', listings: [home(1)] }, 'has only one page of its listings.'],
    [{ '@odata.nextLink': 'https://a.example/2', listings: [home(1)] }, 'has only one page of its listings.'],
    [[{}, 5], 'The feed of Rex has no listing that can be read. The first, number 1: id is missing.'],
    [Array.from({ length: 10_001 }, (_, id) => home(id)), 'The feed of Rex has more than 10,000 listings.'],
  ])('of %.30j is refused with a reason', (content, reason) => expect(() => parse(content)).toThrow(reason));

  it('may stand in an object, and may be empty', () => {
    for (const around of [
      { total: 1, next: null, has_more: false },
      { pagination: { page: 0, per_page: 25, total: 1, last_page: 0 }, links: { self: 'https://a.example/1', next: '' } },
      { page: 1, total_pages: 1, pages: '1', nextPageToken: null },
      { status: 'ok', success: true, errors: [], error: null, offset: 0, truncated: false, startIndex: 1, fault: '' },
      { error: {}, errors: '0', fault: 'none', truncated: 'false', success: 'true', ok: 1, complete: null },
      { status: 'current', message: 'No error', page: { number: 0 } },
      { agency: { total_offices: 40, name: 'Next door' }, generated: 1_764_000_000 },
    ])
      expect(listingsOf({ listings: [home(1)], ...around })).toHaveLength(1);
    expect(parse([])).toEqual({ items: [], leftOut: [], leftOutIds: [], withoutId: 0 });
  });
});

describe('the encoding of a feed', () => {
  const json = JSON.stringify([home(1, { address: '1 Rue de l’Été, 東京' })]);
  const big = Buffer.from(`\ufeff${json}`, 'utf16le').swap16();
  it.each([
    ['UTF-8', Buffer.from(json)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${json}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['UTF-16 the other way round', big],
    ['UTF-16 without a mark', Buffer.from(json, 'utf16le')],
    ['UTF-16 without a mark, the other way round', Buffer.from(json, 'utf16le').swap16()],
  ])('is %s', (_, bytes) => expect(listingsOf(bytes)[0]?.address).toBe('1 Rue de l’Été, 東京'));

  it('is what was declared, and nothing is guessed', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    expect(() => parse(latin('[{"id":1,"address":"Été","suburb":"a"}]'))).toThrow(
      'The feed of Rex is neither in UTF-8 nor says how it is encoded. Have the source send it in UTF-8.',
    );
    expect(feedText(latin('Été'), 'Rex', 'ISO-8859-1')).toBe('Été');
    expect(feedText(latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>Été</a>'), 'Rex')).toContain('Été');
    expect(() => feedText(latin('Été'), 'Rex', 'utf-8')).toThrow('The feed of Rex says that it is encoded in utf-8, and is not.');
    expect(() => feedText(Buffer.from('a'), 'Rex', 'no-such')).toThrow('says that it is encoded in no-such');
    // A replacement character that the source has sent is its own.
    expect(feedText(Buffer.from('a\ufffdb'), 'Rex')).toBe('a\ufffdb');
  });
});

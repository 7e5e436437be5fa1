import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded, matchEntry, search } from './palette.search.ts';
import { clearCacheEntry, footerEntry, harbour, shortcuts } from './palette.paths.ts';

const field = {
  ...footerEntry,
  id: 'field',
  label: 'Header background colour',
  key: 'header_background_color',
  words: 'Header Header colours',
};
const rank = (query: string, entry = field) => matchEntry(query, entry)?.rank ?? null;

describe('a match', () => {
  it.each(['header', 'hbc', 'he ba', 'heba', 'head col', 'BACK', 'header_back', 'kground'])('finds a field by %s', (query) => {
    expect(rank(query)).not.toBeNull();
  });

  it('prefers the whole label, its beginning, beginnings of words, the key, and other places, in that order', () => {
    const ranks = ['header background colour', 'header ba', 'hbc', 'bc', 'color', 'colours ba', 'ackgr'].map(
      (query) => rank(query) ?? Number.NaN,
    );
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('ignores accents and case, and finds nothing for nothing', () => {
    expect(rank('café', { ...field, label: 'CAFE' })).toBe(0);
    expect(rank('cafe', { ...field, label: 'Café Crème' })).toBe(1);
    expect([rank(''), rank('  '), rank('…'), rank('zzz')]).toEqual([null, null, null, null]);
  });

  it('marks places within the label, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 }), (query, label) => {
        expect(folded(label)).toHaveLength(label.length);
        const marks = matchEntry(query, { ...field, label })?.marks ?? [];
        for (const [start, end] of marks) expect(start < end && start >= 0 && end <= label.length).toBe(true);
      }),
    );
  });
});

describe('the results', () => {
  const entries = [footerEntry, field, { ...field, id: 'other', label: 'Header behaviour' }, clearCacheEntry, shortcuts, harbour];

  it('stand by match, then by use, then by place', () => {
    const ids = (uses: Readonly<Record<string, number>>) => search('heb', { entries, uses }).map(({ id }) => id);
    expect(ids({})).toEqual(['field', 'other']);
    expect(ids({ other: 1 })).toEqual(['other', 'field']);
  });

  it('without a query are what was used last, pinned and recent websites, actions and screens', () => {
    const pinned = { ...harbour, id: 'pinned', isPinned: true };
    const groups = search('', { entries: [...entries, pinned], uses: { field: 2, other: 3 } }).map(({ id, group }) => `${group}: ${id}`);
    expect(groups).toEqual(['recent: other', 'recent: field', 'website: pinned', `action: ${shortcuts.id}`, `screen: ${footerEntry.id}`]);
  });
});

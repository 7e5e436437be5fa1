import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { themeKeys } from '#contract/entities/website.ts';
import { workingNavigation } from '#contract/navigation.ts';
import { searchedFields } from '#contract/settings/searched-fields.ts';
import { paletteEntries } from '#machines/palette/palette.entries.ts';
import { folded, search } from '#machines/palette/palette.search.ts';
import type { PaletteEntry } from '#machines/palette/palette.types.ts';
import { works } from '#src/app/website-path.ts';
import { describe, expect, it } from 'vitest';

const keysTyped = 4;
const visibleResults = 8;

const names = ['North Shore', 'Harbour', 'Minim', 'Avalon', 'Balmoral', 'Coastal Homes'];
const website = {
  theme_id: null,
  theme_key: undefined,
  account: undefined,
  created_at: null,
  updated_at: null,
  deleted_at: null,
  domains: [],
};

const entriesOf = (theme: (typeof themeKeys)[number] | null) =>
  paletteEntries({
    website: { id: '1', name: 'North Shore' },
    theme,
    navigation: workingNavigation(works),
    screens: searchedFields,
    websites: Array.from({ length: 80 }, (_, at) => ({ ...website, id: String(at), name: `${names[at % names.length]} Realty ${at}` })),
    pinned: [],
    recent: [],
    // What else there is, which must not push a field out.
    blocks: blockCatalogue[theme ?? 'versatile'].map(({ key, label }) => ({ id: key, label })),
    actions: ['Save', 'Undo', 'Redo', 'Preview website', 'Clear cache', 'Sign out', 'Keyboard shortcuts', 'Contact Support'].map(
      (label) => ({
        id: label,
        label,
        detail: '',
        words: '',
        reason: null,
      }),
    ),
    hasSessions: true,
  });

const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** What somebody who knows a field's label or key would type: its beginning, initials, beginnings of two or more words. */
function queriesOf({ label, key, words }: PaletteEntry): ReadonlySet<string> {
  const queries = new Set<string>([folded(label).slice(0, keysTyped)]);
  for (const parts of [wordsOf(label), wordsOf(key.replaceAll('_', ' ')), [...wordsOf(label), ...wordsOf(words)]]) {
    queries.add(
      parts
        .map((part) => part.charAt(0))
        .join('')
        .slice(0, keysTyped),
    );
    for (const [at, one] of parts.entries())
      for (const other of parts.slice(at + 1)) {
        queries.add(one.slice(0, 2) + other.slice(0, 2));
        queries.add(`${one.slice(0, 1)} ${other.slice(0, 2)}`);
        queries.add(`${one.slice(0, 2)} ${other.slice(0, 1)}`);
        queries.add(one.slice(0, 1) + other.slice(0, 3));
        queries.add(one.slice(0, 3) + other.slice(0, 1));
        for (const third of parts.slice(parts.indexOf(other) + 1)) {
          queries.add(one.slice(0, 1) + other.slice(0, 1) + third.slice(0, 2));
          queries.add(one.slice(0, 1) + other.slice(0, 2) + third.slice(0, 1));
          queries.add(one.slice(0, 2) + other.slice(0, 1) + third.slice(0, 1));
          for (const fourth of parts.slice(parts.indexOf(third) + 1))
            queries.add([one, other, third, fourth].map((part) => part.charAt(0)).join(''));
        }
      }
  }
  return new Set([...queries].filter((query) => query.length > 0 && query.length <= keysTyped));
}

describe('four keys', () => {
  it.each([null, ...themeKeys])(
    'bring every field of the catalogue within the first eight results (theme %s)',
    { timeout: 60_000 },
    (theme) => {
      const entries = entriesOf(theme);
      const fields = entries.filter(({ kind }) => kind === 'field');
      const firstFor = new Map<string, readonly string[]>();
      const first = (query: string): readonly string[] => {
        const ids =
          firstFor.get(query) ??
          search(query, { entries, uses: {} })
            .slice(0, visibleResults)
            .map(({ id }) => id);
        firstFor.set(query, ids);
        return ids;
      };
      const missed = fields.filter((entry) => ![...queriesOf(entry)].some((query) => first(query).includes(entry.id)));
      const share = (100 * (fields.length - missed.length)) / fields.length;
      console.warn(`theme ${theme}: ${share.toFixed(1)} % of ${fields.length} fields by four keys`);
      expect(missed.map(({ id }) => id)).toEqual([]);
    },
  );
});

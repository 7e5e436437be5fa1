import type { EntryKind, MarkedRange, PaletteEntry, PaletteResult, PaletteSources } from './palette.types.ts';

export interface Match {
  /** 0 is best. */
  readonly rank: number;
  readonly marks: readonly MarkedRange[];
}

interface Word {
  readonly text: string;
  readonly start: number;
}

/** Lower case without accents, of the same length, so that places in it are places in the text. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii.test(lower)) return lower;
  return Array.from({ length: text.length }, (_, at) => text.charAt(at).normalize('NFD').charAt(0).toLowerCase().charAt(0) || ' ').join('');
}

/** Most texts are: they need no second look. */
const isAscii = /^[ -~]*$/u;

const wordsOf = (text: string): readonly Word[] =>
  [...folded(text).matchAll(/[\p{L}\p{N}]+/gu)].map((found) => ({ text: found[0], start: found.index }));

/** The beginning of a word that a part of the query matched. */
interface Piece {
  readonly word: number;
  readonly start: number;
  readonly length: number;
}

/**
 * The query as beginnings of words, in their order: "he ba", "heba" and "hbc" all are of "Header background colour". Each part of the
 * query begins a word, and may go on in the next ones. Null where it can't be taken apart so.
 */
function inPieces(parts: readonly string[], words: readonly Word[]): readonly Piece[] | null {
  const inVain = new Set<string>();
  const from = (part: number, offset: number, first: number): readonly Piece[] | null => {
    const text = parts[part];
    if (text === undefined) return [];
    if (offset === text.length) return from(part + 1, 0, first);
    const place = `${part} ${offset} ${first}`;
    if (inVain.has(place)) return null;
    for (const [word, { text: candidate, start }] of words.entries()) {
      if (word < first) continue;
      for (let length = sharedLength(text, offset, candidate); length > 0; length -= 1) {
        const rest = from(part, offset + length, word + 1);
        if (rest) return [{ word, start, length }, ...rest];
      }
    }
    inVain.add(place);
    return null;
  };
  return from(0, 0, 0);
}

function sharedLength(text: string, offset: number, word: string): number {
  let length = 0;
  while (length < word.length && offset + length < text.length && text[offset + length] === word[length]) length += 1;
  return length;
}

const marksOf = (pieces: readonly Piece[]): readonly MarkedRange[] => pieces.map(({ start, length }) => [start, start + length]);

/** Of a longer query, such as a pasted text, the beginning counts. */
const longestQuery = 100;

interface Query {
  /** Folded, without blanks around it. */
  readonly wanted: string;
  readonly parts: readonly string[];
}

function parseQuery(query: string): Query {
  const wanted = folded(query.trim().slice(0, longestQuery));
  return { wanted, parts: wordsOf(wanted).map(({ text }) => text) };
}

type Matchable = Pick<PaletteEntry, 'label' | 'key' | 'words' | 'help'>;

/** How well an entry matches; null where it does not. An empty query matches nothing. */
export const matchEntry = (query: string, entry: Matchable): Match | null => matchParsed(parseQuery(query), entry);

function matchParsed({ wanted, parts }: Query, entry: Matchable): Match | null {
  if (parts.length === 0) return null;
  const label = folded(entry.label);
  if (label === wanted) return { rank: 0, marks: [[0, label.length]] };
  if (label.startsWith(wanted)) return { rank: 1, marks: [[0, wanted.length]] };
  if (entry.key !== '' && folded(entry.key) === wanted) return { rank: 1, marks: [] };
  const words = wordsOf(entry.label);
  const inLabel = inPieces(parts, words);
  if (inLabel) return { rank: 2 + looseness(inLabel, parts), marks: marksOf(inLabel) };
  const inKey = inPieces(parts, wordsOf(entry.key.replaceAll('_', ' ')));
  if (inKey) return { rank: 6 + looseness(inKey, parts), marks: [] };
  const around = [...words, ...wordsOf(entry.words).map(({ text }) => ({ text, start: -1 }))];
  const anywhere = parts.map((part) => around.find(({ text }) => text.startsWith(part)));
  if (anywhere.every((word) => word !== undefined))
    return {
      rank: 10,
      marks: anywhere.flatMap((word, at): MarkedRange[] => (word.start < 0 ? [] : [[word.start, word.start + (parts[at] ?? '').length]])),
    };
  const inside = wanted.length > 1 ? label.indexOf(wanted) : -1;
  if (inside >= 0) return { rank: 11, marks: [[inside, inside + wanted.length]] };
  const help = wordsOf(entry.help);
  const isExplained = wanted.length > 2 && parts.every((part) => help.some(({ text }) => text.startsWith(part)));
  return isExplained ? { rank: 12, marks: [] } : null;
}

/** 0: from the first word on, without a gap. 1: from the first word on. 2: a word for each part of the query. 3: any beginnings. */
function looseness(pieces: readonly Piece[], parts: readonly string[]): number {
  if (pieces[0]?.word === 0) return pieces.every(({ word }, at) => word === at) ? 0 : 1;
  return pieces.length === parts.length ? 2 : 3;
}

/** How many entries of a kind are shown at most. */
const most: Readonly<Record<EntryKind, number>> = { screen: 8, field: 8, website: 8, block: 8, action: 8 };
const mostRecent = 5;

/**
 * What a query finds, as it is shown: by kind, and the kinds by their best entry. By match, then by use, then by place. Without a query:
 * what was used last, the websites pinned and opened last, the actions and the screens.
 */
export function search(query: string, { entries, uses }: PaletteSources): readonly PaletteResult[] {
  if (query.trim() === '') return atFirst({ entries, uses });
  const parsed = parseQuery(query);
  const found = entries
    .flatMap((entry, place) => {
      const match = matchParsed(parsed, entry);
      return match ? [{ entry, place, ...match, use: uses[entry.id] ?? 0 }] : [];
    })
    .sort((a, b) => a.rank - b.rank || b.use - a.use || a.place - b.place);
  const kinds = [...Map.groupBy(found, ({ entry }) => entry.kind)];
  return kinds.flatMap(([kind, ofKind]) => ofKind.slice(0, most[kind]).map(({ entry, marks }) => ({ id: entry.id, group: kind, marks })));
}

function atFirst({ entries, uses }: PaletteSources): readonly PaletteResult[] {
  const used = entries
    .filter(({ id, kind }) => kind !== 'website' && (uses[id] ?? 0) > 0)
    .sort((a, b) => (uses[b.id] ?? 0) - (uses[a.id] ?? 0))
    .slice(0, mostRecent);
  const recent = new Set(used.map(({ id }) => id));
  const resultsOf = (kind: EntryKind, isShown: (entry: PaletteEntry) => boolean = () => true): readonly PaletteResult[] =>
    entries
      .filter((entry) => entry.kind === kind && !recent.has(entry.id) && isShown(entry))
      .map(({ id }) => ({ id, group: kind, marks: [] }));
  return [
    ...used.map(({ id }): PaletteResult => ({ id, group: 'recent', marks: [] })),
    ...resultsOf('website', ({ isPinned, isRecent }) => isPinned || isRecent),
    // What can't be done now is found by its name.
    ...resultsOf('action', ({ reason }) => reason === null),
    ...resultsOf('screen'),
    ...resultsOf('block'),
  ];
}

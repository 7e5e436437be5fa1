import { search } from './palette.search.ts';
import type { PaletteContext, PaletteEntry, PaletteSources } from './palette.types.ts';

type Found = Pick<PaletteContext, 'query' | 'results' | 'activeId' | 'reason'>;

/** The results of a query, the first one active. */
export function queried({ entries, uses }: PaletteSources, query: string): Found {
  const results = search(query, { entries, uses });
  return { query, results, activeId: results[0]?.id ?? null, reason: null };
}

export function loaded({ query }: Pick<PaletteContext, 'query'>, sources: PaletteSources): PaletteSources & Found {
  return { entries: sources.entries, uses: sources.uses, ...queried(sources, query) };
}

/** Adds websites that the server knows. What is active stays so: somebody may be about to press Enter. */
export function withWebsites(
  context: PaletteContext,
  found: readonly PaletteEntry[],
): Pick<PaletteContext, 'entries' | 'results' | 'activeId'> {
  const known = new Set(context.entries.map(({ id }) => id));
  const fresh = found.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return context;
  const entries = [...context.entries, ...fresh];
  const { results, activeId } = queried({ entries, uses: context.uses }, context.query);
  return { entries, results, activeId: results.some(({ id }) => id === context.activeId) ? context.activeId : activeId };
}

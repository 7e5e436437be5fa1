import { search } from './palette.search.ts';
import type { Move, PaletteContext, PaletteEntry, PaletteSources } from './palette.types.ts';

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

/** The result that a key leads to; round at both ends. */
export function moved({ results, activeId }: Pick<PaletteContext, 'results' | 'activeId'>, to: Move): string | null {
  const last = results.length - 1;
  const now = results.findIndex(({ id }) => id === activeId);
  const places: Readonly<Record<Move, number>> = {
    first: 0,
    last,
    next: now === last ? 0 : now + 1,
    previous: now <= 0 ? last : now - 1,
  };
  return results[places[to]]?.id ?? null;
}

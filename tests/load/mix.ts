import type { Sent } from './connections.ts';
import type { SiteRequests } from './site.ts';

export interface Kind {
  readonly name: string;
  /** This many of 20 requests are of this kind. */
  readonly weight: number;
  readonly writes: boolean;
  readonly request: (site: SiteRequests, n: number) => Sent;
}

/** A working day on a small scale: most requests are reads, and saves make the server render public pages anew. */
export const mix: readonly Kind[] = [
  { name: 'websites', weight: 3, writes: false, request: (site) => site.websites },
  { name: 'settings category', weight: 4, writes: false, request: (site) => site.settings },
  { name: 'blocks', weight: 3, writes: false, request: (site) => site.blocks },
  { name: 'public homepage', weight: 3, writes: false, request: (site) => site.page },
  { name: 'static file', weight: 4, writes: false, request: (site) => site.staticFile },
  { name: 'settings update', weight: 2, writes: true, request: (site, n) => site.saveSettings(n) },
  { name: 'reorder', weight: 1, writes: true, request: (site, n) => site.reorder(n) },
];

/** One round of the mix with every kind spread evenly over it, so that each part of a run has the same mix. */
export function cycleOf(kinds: readonly Kind[]): readonly Kind[] {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  const due = kinds.map((kind) => ({ kind, credit: 0 }));
  return Array.from({ length: total }, () => {
    for (const entry of due) entry.credit += entry.kind.weight;
    const next = due.reduce((most, entry) => (entry.credit > most.credit ? entry : most));
    next.credit -= total;
    return next.kind;
  });
}

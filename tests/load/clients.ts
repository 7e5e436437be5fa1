import { connections } from './connections.ts';
import { countOf, maxRequests, type Measured, note } from './measured.ts';
import { cycleOf, type Kind } from './mix.ts';
import type { SiteRequests } from './site.ts';

export interface Round {
  readonly origin: string;
  readonly sites: readonly SiteRequests[];
  readonly clients: number;
  readonly seconds: number;
  /** Ends the round early; the measurements until then stay valid. */
  readonly signal: AbortSignal;
}

interface Bounds {
  /** The maximum number of requests in all. */
  readonly requests?: number;
}

/**
 * Clients that each send the next request when the last one is answered, for `seconds`. They go through the same cycle of request kinds,
 * each from another place in it. Open requests at the end are awaited and counted.
 */
export async function clientsOnMix(
  round: Round,
  kinds: readonly Kind[],
  into: Measured,
  { requests = maxRequests }: Bounds = {},
): Promise<void> {
  const { origin, sites, clients, seconds, signal } = round;
  const cycle = cycleOf(kinds);
  const pool = connections(origin);
  const began = performance.now();
  let sent = countOf(into);
  const client = async (index: number) => {
    const site = sites[index % sites.length];
    for (let turn = 0; site && sent < requests && !signal.aborted; turn += 1) {
      const start = performance.now();
      if (start - began >= seconds * 1000) return;
      const kind = cycle[(Math.floor((index * cycle.length) / clients) + turn) % cycle.length];
      if (!kind) return;
      sent += 1;
      const ending = await pool.send(kind.request(site, sent));
      note(into, kind.name, ending, performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  into.seconds += (performance.now() - began) / 1000;
  pool.close();
}

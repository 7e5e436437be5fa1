import { type Connections, connections } from './connections.ts';
import type { Round } from './clients.ts';
import { countOf, maxRequests, type Measured, note } from './measured.ts';

/** The additional client keeps this pace whether it was answered or not: one that waited would not send while the server stalls. */
const paceMs = 25;

/**
 * Clears the page cache again and again for `seconds`, and then lets every client request a page at once. Meanwhile a static file is
 * requested at a fixed pace; its time counts from when the request was due.
 */
export async function clientsOnUncachedPages(round: Round, into: Measured): Promise<void> {
  const { origin, sites, clients, seconds, signal } = round;
  const pool = connections(origin);
  const began = performance.now();
  const goesOn = () => !signal.aborted && performance.now() - began < seconds * 1000 && countOf(into) < maxRequests;
  const timed = async (kind: string, sent: Parameters<Connections['send']>[0], due = performance.now()) =>
    note(into, kind, await pool.send(sent), performance.now() - due);
  const beside = besideAt(paceMs, goesOn, (due) => timed('static file beside', sites[0]?.staticFile ?? { method: 'GET', path: '/' }, due));
  while (goesOn()) {
    for (const site of sites) await timed('clear cache', site.clearCache);
    await Promise.all(
      Array.from({ length: clients }, (_, index) => sites[index % sites.length]).map((site) => site && timed('uncached page', site.page)),
    );
  }
  await beside;
  into.seconds += (performance.now() - began) / 1000;
  pool.close();
}

/** Starts a task at each multiple of the pace; resolves when all tasks have ended. */
function besideAt(everyMs: number, goesOn: () => boolean, start: (due: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const started: Promise<void>[] = [];
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      // A late timer starts the tasks that it missed.
      while (began + started.length * everyMs <= now) started.push(start(began + started.length * everyMs));
      if (goesOn()) return;
      clearInterval(timer);
      resolve(Promise.all(started).then(() => undefined));
    }, everyMs);
  });
}

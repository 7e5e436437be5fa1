import { demo } from '../../support/accounts.ts';
import { signedInApi } from '../../support/api.ts';
import { outboxRows } from '../../faults/browser/outbox-rows.ts';
import { settingsPath, websiteId } from '../../support/ready-conditions.ts';
import { visitedBefore } from '../loads.ts';
import { inPageCode, withOutbox } from '../outbox-code.ts';
import { saves } from '../screens.ts';
import { startSide } from '../sides.ts';
import type { Growth, Sized } from './growth.ts';

/** A profile without a network that has this many creates to send, of blocks of the website whose settings are open. */
async function visitedWithOutbox({ bench, size, path }: Sized) {
  const { session } = await signedInApi(bench.origin, demo);
  if (!session.user) throw new Error('Nobody is signed in.');
  const visited = await visitedBefore(bench, path, undefined, { bypassCSP: true });
  await visited.context.setOffline(true);
  await withOutbox(visited.page, await inPageCode());
  const whose = { userId: session.user.id, accountId: session.accountId, websiteId };
  await visited.page.evaluate(([w, count]) => globalThis.outboxInPage?.fillWithCreates(w, count), [whose, size] as const);
  const { length } = await outboxRows(visited.page);
  if (length !== size) throw new Error(`The outbox holds ${length} entries.`);
  await visited.load();
  return visited;
}

async function* starts(sized: Sized) {
  const { load } = await visitedWithOutbox(sized);
  for (;;) yield { start: [await load()] };
}

async function* keptSaves(sized: Sized) {
  const { page } = await visitedWithOutbox(sized);
  for await (const took of saves(page, 'Saved on this device')) yield { kept: [took] };
}

/** Entries that wait in the outbox. */
export const outbox: Growth = {
  name: 'outbox entries',
  sizes: [100, 10_000],
  open: async (made, browser, size) => ({
    bench: await startSide(made, browser),
    size,
    path: settingsPath('marketing/social'),
  }),
  measures: [
    { figures: { kept: { name: 'Save kept on the device', withP95: true } }, rounds: 20, take: keptSaves },
    {
      figures: { start: { name: 'Offline cold start to a settings screen' } },
      rounds: 9,
      take: starts,
    },
  ],
};

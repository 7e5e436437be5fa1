import { bodyOf } from '#contract/resources/body.ts';
import { runSync, syncs as definition } from '#contract/resources/syncs.ts';
import { and, eq } from 'drizzle-orm';
import { rowId } from '../calls/scope.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { runOf, runsStill } from '../syncs/run-sync.ts';
import { syncs } from '../tables/syncs.ts';
import type { ResourceHooks } from './resource.ts';

/** Begins a run. While one goes on, another is not begun, and the answer is the same. */
const run = serve(runSync, async ({ db, deps, user, params, body, now }) => {
  const id = rowId(params.id);
  const isOwn = and(eq(syncs.id, id ?? 0), eq(syncs.accountId, user.accountId));
  const [sync] = await db.select().from(syncs).where(isOwn).for('update');
  if (!sync) return notFound();
  const { label, sourceName, syncFrequency, lastRun, lastError, lastResult, wouldRemove } = sync;
  const data = {
    id: String(sync.id),
    label,
    source_name: sourceName,
    sync_frequency: syncFrequency,
    last_run: lastRun?.toISOString() ?? null,
    last_error: lastError,
    last_result: lastResult,
    would_remove: wouldRemove,
  };
  // What a person allowed would be lost: the run that goes on was begun without it.
  if (runsStill(sync, now))
    return body?.remove === undefined ? ok(data) : fail('conflict', 'A run is under way. Try again once it has ended.');
  await db.update(syncs).set({ runningSince: now }).where(eq(syncs.id, sync.id));
  return ok(data, {
    afterCommit: async () => deps.background.run(() => runOf(deps, { ...sync, runningSince: now }, body?.remove ?? 0)),
  });
});

export const hooks: ResourceHooks = {
  secretColumns: ['source_options'],

  beforeWrite: async (_, values) => {
    const { source_options: options = {} } = bodyOf({ fields: definition.fields }, { websiteId: '', id: null }, values);
    return { columns: { source_options: options } };
  },

  routes: [run],
};

import { type DeletedItem, deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import type { DeleteResult, ListQuery } from '#machines/ports.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import type { RecordSaveResult } from '#machines/record-list/record-list.ports.ts';
import { runningRowsMachine } from '#machines/running-rows/running-rows.machine.ts';
import { recordsScreenMachine } from '#machines/records-screen/records-screen.machine.ts';
import { quotaMessage } from '#machines/save-messages.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';

/** The machines of a list of records with their source: of the rows, and of the actions on them. For one screen. */
export function wireRecords(source: RecordsSource) {
  // Where some of several deletes failed, a retry in the same dialog must not repeat the others. The dialog asks about one item, so a later
  // delete of the same record is sent: its first one may have been discarded meanwhile.
  const deletedIdsOf = new WeakMap<DeletedItem, Set<string>>();
  return {
    list: recordListMachine.provide({
      actors: {
        watchPage: fromCallback<EventObject, ListQuery>(({ input, sendBack }) =>
          source.watch(input, (page) => sendBack({ type: 'page.changed', page })),
        ),
        fetchPage: fromPromise(({ input, signal }) => source.fetchPage(input, signal)),
      },
    }),
    running: runningRowsMachine.provide({
      // The page arrives by `watchPage`, as that of every fetch does.
      actors: { refresh: fromPromise(async ({ input, signal }) => (input === null ? null : source.fetchPage(input, signal))) },
    }),
    screen: recordsScreenMachine.provide({
      actors: {
        findUses: fromPromise(({ input }) => source.findUses(input.ids)),
        confirmDelete: deleteConfirmMachine.provide({
          actors: {
            deleteItem: fromPromise(({ input, signal }) => {
              const deletedIds = deletedIdsOf.get(input) ?? new Set<string>();
              deletedIdsOf.set(input, deletedIds);
              return deleteAll(source, deletedIds, input, signal);
            }),
          },
        }),
      },
    }),
  };
}

/** Deletes each record by a mutation of its own, so that a refused one does not prevent the others. */
async function deleteAll(source: RecordsSource, deletedIds: Set<string>, item: DeletedItem, signal: AbortSignal): Promise<DeleteResult> {
  const all = item.all ?? [item];
  const results = await Promise.all(
    all
      .filter(({ id }) => !deletedIds.has(id))
      .map(async ({ id, label }) => {
        const submitted = await source.submit({ change: { kind: 'delete', id, name: label } }, signal);
        if (submitted.kind === 'saved' || submitted.kind === 'pending') deletedIds.add(id);
        return submitted;
      }),
  );
  const failures = [...new Set(results.flatMap(failureOf))];
  if (failures.length > 0) {
    const remaining = all.filter(({ id }) => !deletedIds.has(id)).length;
    const message = failures.join(' ');
    return { kind: 'failed', message: all.length === 1 ? message : `${remaining} of ${all.length} are still there. ${message}`.trim() };
  }
  const pending = results.find((submitted) => submitted.kind === 'pending');
  return pending ? { kind: 'pending', appendedAt: 0, reason: pending.reason } : { kind: 'deleted', appendedAt: 0 };
}

function failureOf(submitted: RecordSaveResult): readonly string[] {
  if (submitted.kind === 'saved' || submitted.kind === 'pending') return [];
  if (submitted.kind === 'conflict') return ['Somebody else has changed it meanwhile.'];
  return [submitted.kind === 'failed' && submitted.code === 'quota' ? quotaMessage : submitted.message];
}

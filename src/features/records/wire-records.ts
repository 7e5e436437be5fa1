import { type DeletedItem, deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import type { DeleteResult, ListQuery } from '#machines/ports.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import type { RecordSaveResult } from '#machines/record-list/record-list.ports.ts';
import { recordsScreenMachine } from '#machines/records-screen/records-screen.machine.ts';
import { quotaMessage } from '#machines/save-messages.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { RecordsSource } from '#src/offline/records-source.ts';

/** The charts of a list of records on their source: the rows, and what is done to them. For one screen. */
export function wireRecords(source: RecordsSource) {
  // What was deleted of several is not deleted again where the rest is tried once more.
  const gone = new Set<string>();
  return {
    list: recordListMachine.provide({
      actors: {
        watchPage: fromCallback<EventObject, ListQuery>(({ input, sendBack }) =>
          source.watch(input, (page) => sendBack({ type: 'page.changed', page })),
        ),
        fetchPage: fromPromise(({ input, signal }) => source.fetchPage(input, signal)),
      },
    }),
    screen: recordsScreenMachine.provide({
      actors: {
        confirmDelete: deleteConfirmMachine.provide({
          actors: { deleteItem: fromPromise(({ input, signal }) => deleteAll(source, gone, input, signal)) },
        }),
      },
    }),
  };
}

/** Each record is a change of its own: what the server refuses of one keeps none of the others. */
async function deleteAll(source: RecordsSource, gone: Set<string>, item: DeletedItem, signal: AbortSignal): Promise<DeleteResult> {
  const all = item.all ?? [item];
  const results = await Promise.all(
    all
      .filter(({ id }) => !gone.has(id))
      .map(async ({ id, label }) => {
        const submitted = await source.submit({ change: { kind: 'delete', id, name: label } }, signal);
        if (submitted.kind === 'saved' || submitted.kind === 'pending') gone.add(id);
        return submitted;
      }),
  );
  const failures = [...new Set(results.flatMap(failureOf))];
  if (failures.length > 0) {
    const left = all.filter(({ id }) => !gone.has(id)).length;
    const message = failures.join(' ');
    return { kind: 'failed', message: all.length === 1 ? message : `${left} of ${all.length} are still there. ${message}`.trim() };
  }
  const kept = results.find((submitted) => submitted.kind === 'pending');
  return kept ? { kind: 'pending', appendedAt: 0, reason: kept.reason } : { kind: 'deleted', appendedAt: 0 };
}

function failureOf(submitted: RecordSaveResult): readonly string[] {
  if (submitted.kind === 'saved' || submitted.kind === 'pending') return [];
  if (submitted.kind === 'conflict') return ['Somebody else has changed it meanwhile.'];
  return [submitted.kind === 'failed' && submitted.code === 'quota' ? quotaMessage : submitted.message];
}

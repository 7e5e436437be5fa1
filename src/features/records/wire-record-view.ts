import { type RecordViewInput, recordViewMachine, type ViewRead } from '#machines/record-view/record-view.machine.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import type { IdChanged } from './use-follow-id.ts';

interface Callbacks {
  readonly onId: IdChanged;
  /** Called with whether a delete of the record is pending, each time the record is read. */
  readonly onDeleting?: (isDeleting: boolean) => void;
}

/** The machine of one record that is shown, with its source. */
export function wireRecordView(source: RecordsSource, id: string, { onId, onDeleting }: Callbacks) {
  let currentId = id;
  return recordViewMachine.provide({
    actors: {
      readRecord: fromPromise((): Promise<ViewRead> => source.read(id)),
      watchRecord: fromCallback<EventObject, RecordViewInput>(({ sendBack }) =>
        source.watchRecord(id, (reading) => {
          if (reading.id !== currentId) onId(reading.id, currentId);
          currentId = reading.id;
          onDeleting?.(reading.isDeleting);
          sendBack({ type: 'record.changed', values: reading.values, fetchedAt: reading.fetchedAt });
        }),
      ),
    },
  });
}

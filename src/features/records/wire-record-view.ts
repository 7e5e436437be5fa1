import { type RecordViewInput, recordViewMachine, type ViewRead } from '#machines/record-view/record-view.machine.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';

interface Callbacks {
  /** Called with the server's id, once it replaces a local one. */
  readonly onId: (id: string) => void;
  /** Called with whether a delete of the record is pending, each time the record is read. */
  readonly onDeleting?: (isDeleting: boolean) => void;
}

/** The machine of one record that is shown, with its source. */
export function wireRecordView(source: RecordsSource, id: string, { onId, onDeleting }: Callbacks) {
  return recordViewMachine.provide({
    actors: {
      readRecord: fromPromise((): Promise<ViewRead> => source.read(id)),
      watchRecord: fromCallback<EventObject, RecordViewInput>(({ sendBack }) =>
        source.watchRecord(id, (reading) => {
          if (reading.id !== id) onId(reading.id);
          onDeleting?.(reading.isDeleting);
          sendBack({ type: 'record.changed', values: reading.values, fetchedAt: reading.fetchedAt });
        }),
      ),
    },
  });
}

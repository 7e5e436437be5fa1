import { type RecordViewInput, recordViewMachine, type ViewRead } from '#machines/record-view/record-view.machine.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { RecordsSource } from '#src/offline/records-source.ts';

/** The machine of one record that is shown, with its source. `onId`: called with the server's id, once it replaces a local one. */
export function wireRecordView(source: RecordsSource, id: string, onId: (id: string) => void) {
  return recordViewMachine.provide({
    actors: {
      readRecord: fromPromise((): Promise<ViewRead> => source.read(id)),
      watchRecord: fromCallback<EventObject, RecordViewInput>(({ sendBack }) =>
        source.watchRecord(id, (reading) => {
          if (reading.id !== id) onId(reading.id);
          sendBack({ type: 'record.changed', values: reading.values, fetchedAt: reading.fetchedAt });
        }),
      ),
    },
  });
}

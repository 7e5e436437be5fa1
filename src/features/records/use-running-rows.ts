import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import type { RecordListView } from '#machines/record-list/record-list.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { wireRecords } from './wire-records.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';

/** The rows whose action goes on, by the value that ends it. */
export function useRunningRows({ list }: ResourceDefinition, machine: ReturnType<typeof wireRecords>['running'], view: RecordListView) {
  const actor = useMachineActor(machine);
  const running = useSelector(actor, ({ context }) => context.running);
  const [until] = (list.rowActions ?? []).flatMap(({ running: goesOn }) => (goesOn ? [goesOn.until] : []));
  const endOf = useMemo(
    () =>
      ({ values }: ListedRecord) =>
        until === undefined ? null : (values[until] ?? null),
    [until],
  );
  const { rows, query } = view;
  useEffect(() => {
    actor.send({ type: 'rows.seen', values: Object.fromEntries(rows.map((row) => [row.id, endOf(row)])), query });
  }, [actor, rows, query, endOf]);
  const onStarted = useMemo(
    () => (row: ListedRecord) => actor.send({ type: 'row.started', id: row.id, before: endOf(row) }),
    [actor, endOf],
  );
  return { running, onStarted };
}

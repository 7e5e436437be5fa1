import { ScreenTitle } from '#src/app/screen-title.tsx';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordViewDefinition } from '#contract/resources/view.ts';
import { useSelector } from '@xstate/react';
import { useMemo, useRef, useState } from 'react';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { pageHeading, rowLink } from '#src/list/row-focus.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { dialogSizes } from './dialog-sizes.ts';
import { RecordFailure } from './record-failure.tsx';
import type { IdChanged } from './use-follow-id.ts';
import { wireRecordView } from './wire-record-view.ts';
import { ViewEntries, ViewOutline } from './view-entries.tsx';

export interface RecordViewProps {
  readonly resource: ResourceDefinition;
  readonly view: RecordViewDefinition;
  readonly source: RecordsSource;
  /** The record's id when the dialog was opened. */
  readonly id: string;
  /** The function of the first render is called. */
  readonly onId: IdChanged;
  readonly onClose: () => void;
}

/** One record in a dialog over the list. Its values are shown as text. */
export function RecordView({ resource, view, source, id, onId, onClose }: RecordViewProps) {
  const isOpenedHere = useRef(document.activeElement !== null && document.activeElement !== document.body);
  const [machine] = useState(() => wireRecordView(source, id, { onId }));
  const actor = useMachineActor(machine, { input: { id } });
  useRestoredEvents(actor);
  const { values, failure } = useSelector(actor, ({ context }) => context);
  const entries = useMemo(() => (values === null ? [] : view.entries(values)), [values, view]);
  return (
    <Dialog
      open
      size={dialogSizes[view.width]}
      hasCross={false}
      title={view.title}
      finalFocus={() => (isOpenedHere.current ? null : (rowLink(id) ?? pageHeading()))}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ScreenTitle>{view.title}</ScreenTitle>
      {failure ? (
        <RecordFailure resource={resource} failure={failure} onRetry={() => actor.send({ type: 'retry.requested' })} />
      ) : values === null ? (
        <div role="status" aria-label={`Loading ${resource.labels.one}`}>
          <ViewOutline />
        </div>
      ) : (
        <ViewEntries entries={entries} />
      )}
    </Dialog>
  );
}

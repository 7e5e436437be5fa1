import { ScreenTitle } from '#src/app/screen-title.tsx';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordViewDefinition, ViewEntry } from '#contract/resources/view.ts';
import { recordViewMachine } from '#machines/record-view/record-view.machine.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import dayjs from 'dayjs';
import { useMemo, useRef, useState } from 'react';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { pageHeading, rowLink } from '#src/list/row-focus.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FieldSkeleton } from '#src/ui/skeleton.tsx';
import { dialogSizes } from './dialog-sizes.ts';
import { RecordFailure } from './record-failure.tsx';

const list = css({ display: 'flex', flexDirection: 'column' });
const entry = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[minmax(8rem, 1fr) minmax(0, 3fr)]' },
  columnGap: '6',
  rowGap: '1',
  paddingBlock: '3',
  borderTop: 'hairline',
  _first: { borderTop: 'none' },
});
const labelStyle = css({ color: 'text.muted', overflowWrap: 'anywhere' });
const valueStyle = css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const nothing = css({ color: 'text.muted' });

export interface RecordViewProps {
  readonly resource: ResourceDefinition;
  readonly view: RecordViewDefinition;
  readonly source: RecordsSource;
  /** The record's id when the dialog was opened. */
  readonly id: string;
  /** Called with the server's id, once it replaces a local one. The function of the first render is called. */
  readonly onId: (id: string) => void;
  readonly onClose: () => void;
}

/** One record in a dialog over the list. Its values are shown as text. */
export function RecordView({ resource, view, source, id, onId, onClose }: RecordViewProps) {
  const isOpenedHere = useRef(document.activeElement !== null && document.activeElement !== document.body);
  const [machine] = useState(() => wireRecordView(source, id, onId));
  const actor = useMachineActor(machine);
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
          <FieldSkeleton shape="line" />
          <FieldSkeleton shape="line" />
        </div>
      ) : (
        <dl className={list}>
          {entries.map((each) => (
            <div key={each.key} className={entry}>
              <dt className={labelStyle}>{each.label}</dt>
              <dd className={valueStyle}>{textOf(each) || <span className={nothing}>Empty</span>}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

function textOf({ value, date }: ViewEntry): string {
  return date !== undefined && dayjs(value).isValid() ? dayjs(value).format(date) : value;
}

function wireRecordView(source: RecordsSource, id: string, onId: (id: string) => void) {
  return recordViewMachine.provide({
    actors: {
      readRecord: fromPromise(() => source.read(id)),
      watchRecord: fromCallback<EventObject, null>(({ sendBack }) =>
        source.watchRecord(id, (reading) => {
          if (reading.id !== id) onId(reading.id);
          sendBack({ type: 'record.changed', values: reading.values });
        }),
      ),
    },
  });
}

import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordDetails } from '#contract/resources/details.ts';
import { type RecordViewContext, type RecordViewInput, recordViewMachine } from '#machines/record-view/record-view.machine.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { createDetailsSource, detailsIn, type DetailsSource } from '#src/offline/details-source.ts';

export interface Details {
  /** Null: not loaded, or it can't be. What the API does not tell is missing in it. */
  readonly details: RecordDetails | null;
  readonly fetchedAt: number | null;
  readonly failure: RecordViewContext['failure'];
  readonly onRetry: () => void;
}

/** What only the server knows of a record. `id`: null for one that is not created; it may change, as a new record gets one. */
export function useDetails(resource: ResourceDefinition, websiteId: string, id: string | null): Details {
  const { sourceParts } = useClientServices();
  const [machine] = useState(() => wireDetails(resource.details ? createDetailsSource(sourceParts, resource, websiteId) : null));
  const actor = useMachineActor(machine, { input: { id } });
  useRestoredEvents(actor);
  useEffect(() => actor.send({ type: 'id.changed', id }), [actor, id]);
  const { values, fetchedAt, failure } = useSelector(actor, ({ context }) => context);
  const details = useMemo(() => (values === null ? null : detailsIn(resource, values)), [resource, values]);
  return { details, fetchedAt, failure, onRetry: () => actor.send({ type: 'retry.requested' }) };
}

const nothing = { kind: 'read', reading: { values: {}, fetchedAt: null } } as const;

function wireDetails(source: DetailsSource | null) {
  return recordViewMachine.provide({
    actors: {
      readRecord: fromPromise(async ({ input: { id } }) => (source === null || id === null ? nothing : source.read(id))),
      watchRecord: fromCallback<EventObject, RecordViewInput>(({ input: { id }, sendBack }) =>
        source === null || id === null ? undefined : source.watch(id, (reading) => sendBack({ type: 'record.changed', ...reading })),
      ),
    },
  });
}

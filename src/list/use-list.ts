import type { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { type RecordListView, recordListView } from '#machines/record-list/record-list.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import type { ListAddress, SetListAddress } from './use-list-address.ts';

const perPage = limits.perPageDefault;

export type ListActor = ActorRefFrom<typeof recordListMachine>;

export interface List {
  readonly actor: ListActor;
  readonly view: RecordListView;
}

/** Runs the machine of a list, in step with the address. `machine` has its actors, and stays the same while the screen is mounted. */
export function useList(machine: typeof recordListMachine, { page, sort, q, filters }: ListAddress, setAddress: SetListAddress): List {
  const actor = useMachineActor(machine, { input: { query: { page, sort, q, filters, perPage } } });
  useRestoredEvents(actor);
  // The address holds the query: Back, Forward and a shared link change it from outside.
  useEffect(() => {
    actor.send({ type: 'query.changed', query: { page, sort, q, filters, perPage } });
  }, [actor, page, sort, q, filters]);
  useEmitted(actor, 'query.settled', ({ query }) => setAddress({ page: query.page, q: query.q }, 'replace'));
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => recordListView(snapshot), [snapshot]);
  useFirstScreen(view.status !== 'loading');
  return { actor, view };
}

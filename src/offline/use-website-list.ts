import { type Website, websiteSchema } from '#contract/entities/website.ts';
import type { ListQuery } from '#machines/ports.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { type RecordListView, recordListView } from '#machines/record-list/record-list.view.ts';
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import type { ClientServices } from '#src/offline/client-services.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { loadedPages } from './loaded-pages.ts';

/** The list machine for websites: paged, sorted and searched on the server, or over the cached websites. */
export const wireWebsiteList = (websites: ClientServices['websites']) =>
  recordListMachine.provide({ actors: loadedPages(websites.loadPage) });

export const websitesOf = ({ rows }: Pick<RecordListView, 'rows'>): readonly Website[] =>
  rows.map(({ values }) => v.parse(websiteSchema, values));

/** The websites of a list to choose from, such as the switcher. */
export function useWebsiteList(query: ListQuery) {
  const services = useClientServices();
  const [machine] = useState(() => wireWebsiteList(services.websites));
  const actor = useMachineActor(machine, { input: { query } });
  useRestoredEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => recordListView(snapshot), [snapshot]);
  const websites = useMemo(() => websitesOf(view), [view]);
  /** Of the search; where nothing is loaded, and where this device searched by itself, as many as are listed. */
  const total = view.range?.total ?? websites.length;
  return { actor, view, websites, total };
}

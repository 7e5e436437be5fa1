import { type Website, websiteSchema } from '#contract/entities/website.ts';
import type { ListQuery } from '#machines/ports.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { recordListView } from '#machines/record-list/record-list.view.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import * as v from 'valibot';
import type { Device } from '#src/offline/device.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';

const wired = ({ websites }: Device) =>
  recordListMachine.provide({
    actors: { loadPage: fromPromise(({ input, signal }) => websites.loadPage(input.query, signal)) },
  });

/** The websites, paged, sorted and searched on the server, or over what the device knows. For the list and the switcher. */
export function useWebsiteList(query: ListQuery) {
  const device = useDevice();
  const [machine] = useState(() => wired(device));
  const actor = useActorRef(machine, { input: { query } });
  useRestoredEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const view = recordListView(snapshot);
  const websites = useMemo<readonly Website[]>(() => v.parse(v.array(websiteSchema), view.rows), [view.rows]);
  return { actor, view, websites };
}

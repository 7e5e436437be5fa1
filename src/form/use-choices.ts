import type { ChoiceList } from '#contract/entities/lists.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { recordListView } from '#machines/record-list/record-list.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { choiceSchema } from '#src/offline/choice.ts';
import { type ChoiceSource, firstChoices } from '#src/offline/choice-source.ts';
import { choicesOf } from '#src/offline/sources-of.ts';
import { loadedPages } from '#src/offline/loaded-pages.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import type { Choices } from '#src/fields/field-data.ts';
import { useAbsence } from '#src/app/not-on-device.tsx';
import { neverLoadedMessage } from '#src/fields/list-labels.ts';

const wired = (choices: ChoiceSource, websiteId: string, list: ChoiceList) =>
  recordListMachine.provide({
    actors: loadedPages((query, signal) => choices.load(websiteId, list, query, signal)),
  });

function useList(websiteId: string, list: ChoiceList, q: string) {
  const services = useClientServices();
  const [choices] = useState(() => choicesOf(services));
  const [machine] = useState(() => wired(choices, websiteId, list));
  const actor = useMachineActor(machine, { input: { query: { ...firstChoices, q } } });
  useRestoredEvents(actor);
  useEffect(() => {
    if (q !== '') return;
    return choices.watch(websiteId, list, (fetchedAt) => {
      if (actor.getSnapshot().context.page?.fetchedAt !== fetchedAt) actor.send({ type: 'refresh.requested' });
    });
  }, [actor, choices, websiteId, list, q]);
  // Once per screen, since a list may be longer than the rows that are fetched. After a failure the next screen fetches again.
  const [onMore] = useState(() => {
    let hasFetched = false;
    return () => {
      if (!hasFetched) choices.fetch(websiteId, list).catch(() => undefined);
      hasFetched = true;
    };
  });
  const absence = useAbsence(neverLoadedMessage(list));
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo((): Choices => {
    const { status, empty, rows, range, message } = recordListView(snapshot);
    if (status === 'loading') return { status: 'loading' };
    const onRetry = () => actor.send({ type: 'retry.requested' });
    if (empty === 'offline') return { status: 'failed', message: absence, onRetry };
    if (empty === 'failed') return message === null ? { status: 'failed', onRetry } : { status: 'failed', message, onRetry };
    const items = rows.map(({ values }) => v.parse(choiceSchema, values));
    const total = range?.total ?? items.length;
    return { status: 'ready', items, total, ...(total > items.length ? { onMore } : {}) };
  }, [snapshot, actor, absence, onMore]);
  return { actor, choices: view };
}

/** The beginning of a list, for every field of a screen that chooses from it. */
export function useChoiceList(websiteId: string, list: ChoiceList): Choices {
  return useList(websiteId, list, '').choices;
}

/** The matches of a search in a list that is longer than its beginning. */
export function useFoundChoices(websiteId: string, list: ChoiceList, text: string): Choices {
  const { actor, choices } = useList(websiteId, list, text.trim());
  useEffect(() => actor.send({ type: 'search.typed', text }), [actor, text]);
  return choices;
}

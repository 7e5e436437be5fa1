import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { recordListView } from '#machines/record-list/record-list.view.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { type ChoiceKind, type ChoiceSource, choiceSchema, firstChoices } from '#src/app/device/choice-source.ts';
import { choicesOf } from '#src/app/device/sources-of.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import type { Choices } from '#src/fields/field-data.ts';

const wired = (choices: ChoiceSource, websiteId: string, kind: ChoiceKind) =>
  recordListMachine.provide({
    actors: { loadPage: fromPromise(({ input, signal }) => choices.load(websiteId, kind, input.query, signal)) },
  });

const never = {
  menu: 'The menus have not been loaded on this device yet, and there is no connection.',
  form: 'The forms have not been loaded on this device yet, and there is no connection.',
} as const;

function useList(websiteId: string, kind: ChoiceKind, q: string) {
  const device = useDevice();
  const [choices] = useState(() => choicesOf(device));
  const [machine] = useState(() => wired(choices, websiteId, kind));
  const actor = useActorRef(machine, { input: { query: { ...firstChoices, q } } });
  useRestoredEvents(actor);
  useEffect(() => {
    if (q !== '') return;
    return choices.watch(websiteId, kind, (fetchedAt) => {
      if (actor.getSnapshot().context.fetchedAt !== fetchedAt) actor.send({ type: 'refresh.requested' });
    });
  }, [actor, choices, websiteId, kind, q]);
  const snapshot = useSelector(actor, (current) => current);
  const shown = useMemo((): Choices => {
    const { status, rows, total, message } = recordListView(snapshot);
    if (status === 'loading') return { status: 'loading' };
    const onRetry = () => actor.send({ type: 'retry.requested' });
    if (status === 'offline') return { status: 'failed', message: never[kind], onRetry };
    if (status === 'failed') return message === null ? { status: 'failed', onRetry } : { status: 'failed', message, onRetry };
    return { status: 'ready', items: v.parse(v.array(choiceSchema), rows), total };
  }, [snapshot, actor, kind]);
  return { actor, choices: shown };
}

/** The beginning of a list, for every field of a screen that chooses from it. */
export function useChoiceList(websiteId: string, kind: ChoiceKind): Choices {
  return useList(websiteId, kind, '').choices;
}

/** What a search finds in a list that is longer than its beginning. */
export function useFoundChoices(websiteId: string, kind: ChoiceKind, text: string): Choices {
  const { actor, choices } = useList(websiteId, kind, text.trim());
  useEffect(() => actor.send({ type: 'search.typed', text }), [actor, text]);
  return choices;
}

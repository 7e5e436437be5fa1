import { clearCache } from '#contract/calls/websites.ts';
import { onlineActionMachine } from '#machines/online-action/online-action.machine.ts';
import { onlineActionView } from '#machines/online-action/online-action.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromPromise } from '#machines/actor-logic.ts';
import type { App } from '../app.ts';
import { useApp } from '../use-app.ts';
import { useOnlineActor } from '../use-online-events.ts';
import { useToasts } from '../use-toasts.ts';

const labels = {
  done: { title: 'Cache cleared', content: 'Cache has been successfully cleared.' },
  error: { title: 'Error', content: 'Unable to clear cache. Please try again later.' },
  what: 'Clearing the cache',
};

const wireAction = (app: App) =>
  onlineActionMachine.provide({
    actors: {
      runAction: fromPromise(({ input, signal }) => app.client.call(clearCache, { params: { websiteId: String(input.payload) }, signal })),
    },
  });

export interface ClearCacheActionProps {
  readonly websiteId: string;
  /** The number of clicks so far. */
  readonly clicks: number;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Runs the action once for each click. Draws nothing: the button is there before this code is. */
export function ClearCacheAction({ websiteId, clicks, onBusy }: ClearCacheActionProps) {
  const app = useApp();
  const [machine] = useState(() => wireAction(app));
  const action = useOnlineActor(machine, { labels });
  useToasts(action);
  const isBusy =
    onlineActionView(
      useSelector(action, (snapshot) => snapshot),
      null,
    ).status === 'submitting';
  const run = useEffectEvent(() => action.send({ type: 'action.requested', payload: websiteId }));
  const report = useEffectEvent(onBusy);
  useEffect(() => {
    if (clicks > 0) run();
  }, [clicks]);
  useEffect(() => report(isBusy), [isBusy]);
  return null;
}

import { clearCache } from '#contract/calls/websites.ts';
import { onlineActionMachine } from '#machines/online-action/online-action.machine.ts';
import { onlineActionView } from '#machines/online-action/online-action.view.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { BrushCleaning } from 'lucide-react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { Button } from '#src/ui/button.tsx';
import type { App } from '../app.ts';
import { useApp } from '../use-app.ts';
import { useScreenOffer } from '../screen-actions.ts';
import { useDevice } from '../use-device.ts';
import { useOnlineEvents } from '../use-online-events.ts';
import { useToasts } from '../use-toasts.ts';
import { barAction, barActionText } from './bar-action.ts';

const labels = {
  done: { title: 'Cache cleared', content: 'Cache has been successfully cleared.' },
  error: { title: 'Error', content: 'Unable to clear cache. Please try again later.' },
  offline: 'Clearing the cache needs a connection.',
};

const wired = (app: App) =>
  onlineActionMachine.provide({
    actors: {
      runAction: fromPromise(({ input, signal }) => app.client.call(clearCache, { params: { websiteId: String(input.payload) }, signal })),
    },
  });

export function ClearCacheButton({ websiteId }: { readonly websiteId: string }) {
  const app = useApp();
  const { connection } = useDevice();
  const [machine] = useState(() => wired(app));
  const action = useActorRef(machine, { input: { online: !connection.getSnapshot().hasTag('offline'), labels } });
  useOnlineEvents(action);
  useToasts(action);
  const view = onlineActionView(useSelector(action, (snapshot) => snapshot));
  const run = () => action.send({ type: 'action.requested', payload: websiteId });
  useScreenOffer(() => ({ kind: 'clearCache', reason: view.reason, run }));
  return (
    <Button
      variant="ghost"
      className={barAction}
      busy={view.status === 'submitting'}
      aria-disabled={view.canRun ? undefined : true}
      title={view.reason ?? undefined}
      onClick={run}
    >
      <BrushCleaning aria-hidden="true" />
      <span className={barActionText}>Clear Cache</span>
    </Button>
  );
}

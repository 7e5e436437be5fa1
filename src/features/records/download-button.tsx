import type { Call } from '#contract/calls/define.ts';
import { onlineActionMachine } from '#machines/online-action/online-action.machine.ts';
import { onlineActionView } from '#machines/online-action/online-action.view.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { App } from '#src/app/app.ts';
import { useApp } from '#src/app/use-app.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useOnlineEvents } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { Button } from '#src/ui/button.tsx';

type Offered = NonNullable<ResourceDefinition['list']['downloads']>[number];

interface DownloadButtonProps {
  readonly websiteId: string;
  readonly download: Offered;
}

/** Something of the list that only the server can make, such as a sitemap: fetched with the sign-in, which a window of its own could not send. */
export function DownloadButton({ websiteId, download }: DownloadButtonProps) {
  const { label } = download;
  const app = useApp();
  const { connection } = useDevice();
  const [machine] = useState(() => wired(app, download));
  const labels = {
    done: { title: 'Downloaded', content: `${download.fileName} opens in a window of its own.` },
    error: { title: 'Error', content: null },
    offline: `${label} needs a connection.`,
  };
  const action = useActorRef(machine, { input: { online: !connection.getSnapshot().hasTag('offline'), labels } });
  useOnlineEvents(action);
  useToasts(action);
  const view = onlineActionView(useSelector(action, (snapshot) => snapshot));
  return (
    <Button
      busy={view.status === 'submitting'}
      aria-disabled={view.canRun ? undefined : true}
      title={view.reason ?? undefined}
      onClick={() => action.send({ type: 'action.requested', payload: websiteId })}
    >
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}

function wired({ client }: App, { call, fileName, type }: Offered) {
  return onlineActionMachine.provide({
    actors: {
      runAction: fromPromise(async ({ input, signal }) => {
        // Asked for by the click: a browser opens no window for what comes later.
        const place = window.open('', '_blank');
        const outcome = await client.call<Call>(call, { params: { websiteId: String(input.payload) }, signal });
        if (outcome.kind !== 'answered') {
          place?.close();
          return outcome;
        }
        show(new File([String(outcome.data)], fileName, { type }), place);
        return { ...outcome, data: null };
      }),
    },
  });
}

/** In the window that was opened for it; where a browser opens none, as a download. */
function show(file: File, place: Window | null): void {
  const url = URL.createObjectURL(file);
  if (place) place.location.replace(url);
  else Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  // Long enough for the window to have read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

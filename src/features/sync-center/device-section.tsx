import { onlineActionMachine } from '#machines/online-action/online-action.machine.ts';
import { onlineActionView } from '#machines/online-action/online-action.view.ts';
import { css } from '#styled/css/index.js';
import { useParams } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { fromPromise } from '#machines/actor-logic.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useOnlineActor } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { useIsOnDevice } from '#src/ui/store-place.ts';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import { SyncSection } from './sync-section.tsx';

const muted = css({ fontSize: 'sm', color: 'text.muted' });
const action = css({ display: 'flex', flexDirection: 'column', gap: '2', alignItems: 'flex-start' });

const readUsage = ({ store }: ClientServices) =>
  fromPromise(async () => {
    const [usage, persisted] = await Promise.all([store.usage(), navigator.storage?.persisted?.() ?? false]);
    return { usage, persisted };
  });

/** How much is stored in this browser, whether the browser may evict it, and the button that makes a whole website available offline. */
export function DeviceSection() {
  const isOnDevice = useIsOnDevice();
  return isOnDevice ? (
    <StoredOnDevice />
  ) : (
    <SyncSection title="This device">
      <p className={muted}>Nothing is kept on this device now, so no website can be made available offline.</p>
    </SyncSection>
  );
}

function StoredOnDevice() {
  const services = useClientServices();
  const { websiteId } = useParams({ strict: false });
  const [logic] = useState(() => readUsage(services));
  const reading = useActorRef(logic);
  const stored = useSelector(reading, (snapshot) => snapshot.output);
  return (
    <SyncSection title="This device">
      <p className={muted}>{describeStored(stored)}</p>
      {websiteId ? <MakeAvailableOffline websiteId={websiteId} /> : null}
    </SyncSection>
  );
}

interface Stored {
  readonly usage: { readonly usedBytes: number; readonly quotaBytes: number } | null;
  readonly persisted: boolean;
}

/** Nothing until the browser was asked. */
export function describeStored(stored: Stored | undefined): string | null {
  if (!stored) return null;
  const { usage, persisted } = stored;
  const used = usage
    ? `${sizeOf(usage.usedBytes)} used of ${sizeOf(usage.quotaBytes)} allowed.`
    : 'The browser does not say how much space is used.';
  const kept = persisted
    ? 'The browser keeps it until you remove it.'
    : 'The browser may remove it when it runs out of space; unsent changes are best sent soon.';
  return `${used} ${kept}`;
}

interface Progress {
  readonly done: number;
  readonly all: number;
}

/** What stands below the button, also once the action was cancelled. How many parts there are is known only once its code is loaded. */
export function describeProgress({ done, all }: Progress, isCancelled: boolean): string {
  const parts = all > 0 ? `${done} of ${all} parts are on this device.` : null;
  return isCancelled ? ['Cancelled.', parts].filter(Boolean).join(' ') : (parts ?? 'Starting.');
}

const labels = {
  done: { title: 'Available offline', content: "All of this website's settings are on this device." },
  error: { title: 'Error', content: null },
  what: 'Bringing a website to this device',
};

type OnProgress = (done: number, all: number) => void;

const wireOfflineAction = (services: ClientServices, onProgress: OnProgress) =>
  onlineActionMachine.provide({
    actors: { runAction: fromPromise(({ input, signal }) => services.prefetchAll(String(input.payload), { signal, onProgress })) },
  });

function MakeAvailableOffline({ websiteId }: { readonly websiteId: string }) {
  const services = useClientServices();
  const [progress, setProgress] = useState({ done: 0, all: 0 });
  const [machine] = useState(() => wireOfflineAction(services, (done, all) => setProgress({ done, all })));
  const actor = useOnlineActor(machine, { labels });
  useToasts(actor);
  const view = onlineActionView(
    useSelector(actor, (snapshot) => snapshot),
    useDisconnection(),
  );
  const button = useRef<HTMLButtonElement>(null);
  const [cancelled, setCancelled] = useState(false);
  const cancel = () => {
    setCancelled(true);
    actor.send({ type: 'action.cancelled' });
    // The Cancel button disappears with the action.
    button.current?.focus();
  };
  const isRunning = view.status === 'submitting';
  return (
    <div className={action}>
      <Button
        ref={button}
        size="small"
        aria-disabled={view.canRun ? undefined : true}
        onClick={() => {
          setCancelled(false);
          setProgress({ done: 0, all: 0 });
          actor.send({ type: 'action.requested', payload: websiteId });
        }}
      >
        Make available offline
      </Button>
      {isRunning ? (
        <>
          <ProgressBar label="Making this website available offline" done={progress.done} all={Math.max(progress.all, 1)} />
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </>
      ) : null}
      <p className={muted} role="status">
        {isRunning || (view.status === 'ready' && cancelled) ? describeProgress(progress, !isRunning) : null}
      </p>
      <p className={muted}>
        {view.status === 'offline' ? view.reason : 'Screens that were opened before work offline anyway; this brings the rest.'}
      </p>
    </div>
  );
}

function sizeOf(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit] ?? 'kB'}`;
}

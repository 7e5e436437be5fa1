import { needsAttention } from '#db/queue-rows.ts';
import type { ReadRow } from '#db/migrate-row.ts';
import { connectionView } from '#machines/connection/connection.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import dayjs from 'dayjs';
import { useSyncExternalStore } from 'react';
import { useDevice } from '#src/app/use-device.ts';
import { Button } from '#src/ui/button.tsx';
import { Drawer } from '#src/ui/drawer.tsx';
import { DeviceSection } from './device-section.tsx';
import { LogSection } from './log-section.tsx';
import { QueueEntryCard } from './queue-entry-card.tsx';
import { SyncSection } from './sync-section.tsx';

const body = css({ display: 'flex', flexDirection: 'column', gap: '6', padding: '4' });
const status = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: '3' });
const muted = css({ color: 'text.muted' });
const list = css({ display: 'flex', flexDirection: 'column', gap: '3' });

export interface SyncCenterProps {
  readonly entries: readonly ReadRow[];
  readonly onClose: () => void;
}

const reasons = {
  SIGNED_OUT: 'Sign in to send.',
  OFFLINE: 'There is no connection.',
  SIGN_IN_AGAIN: 'Sign in again to go on.',
  SENDING: 'Sending…',
} as const;

/** What waits, what needs a person, what left, and what this device keeps. */
export function SyncCenter({ entries, onClose }: SyncCenterProps) {
  const device = useDevice();
  const connection = connectionView(useSelector(device.connection, (snapshot) => snapshot));
  const sync = useSyncExternalStore(device.sync.watch, device.sync.view);
  const attention = entries.filter(needsAttention);
  const waiting = entries.filter((entry) => !needsAttention(entry));
  const reason = sync.cannotDrain === null ? null : reasons[sync.cannotDrain];
  return (
    <Drawer open title="Sync centre" side="end" size="panel" onClose={onClose}>
      <div className={body}>
        <div className={status}>
          <div>
            <p>{connection.status === 'offline' ? offlineWords(connection.since) : 'Connected to the server.'}</p>
            {sync.dueAt === null ? null : <p className={muted}>Next try at {dayjs(sync.dueAt).format('H:mm:ss')}.</p>}
          </div>
          {waiting.length > 0 ? (
            <Button
              size="small"
              aria-disabled={reason === null ? undefined : true}
              title={reason ?? undefined}
              onClick={() => device.sync.send({ type: 'drain.requested' })}
            >
              Send now
            </Button>
          ) : connection.status === 'offline' ? (
            <Button size="small" onClick={() => device.connection.send({ type: 'probe.requested', at: Date.now() })}>
              Try again
            </Button>
          ) : null}
        </div>
        {attention.length > 0 ? (
          <SyncSection title="Needs attention">
            <ul className={list}>
              {attention.map((entry) => (
                <QueueEntryCard key={keyOf(entry)} entry={entry} onNavigate={onClose} />
              ))}
            </ul>
          </SyncSection>
        ) : null}
        <SyncSection title="Waiting to be sent">
          {waiting.length === 0 ? (
            <p className={muted}>{attention.length > 0 ? 'Nothing else waits.' : 'Everything you saved is on the server.'}</p>
          ) : (
            <ul className={list}>
              {waiting.map((entry) => (
                <QueueEntryCard key={keyOf(entry)} entry={entry} onNavigate={onClose} />
              ))}
            </ul>
          )}
        </SyncSection>
        <LogSection />
        <DeviceSection />
      </div>
    </Drawer>
  );
}

function keyOf(entry: ReadRow): string {
  return entry.kind === 'row' ? entry.row.opId : `unreadable-${entry.seq}`;
}

function offlineWords(since: number | null): string {
  const from = since === null ? '' : ` since ${dayjs(since).format('H:mm')}`;
  return `Offline${from}. What you save is kept on this device and sent later.`;
}

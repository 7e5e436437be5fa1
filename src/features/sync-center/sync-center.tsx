import type { Disconnection } from '#contract/disconnection.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { waitsFor } from '#db/conflict-fields.ts';
import type { ReadEntry } from '#db/migrate-entry.ts';
import type { OutboxSummary } from '#db/outbox-entries.ts';
import type { ListedEntries } from '#db/listed-entries.ts';
import { type ConnectionView, connectionView } from '#machines/connection/connection.view.ts';
import { describeDisconnection, whenConnected } from '#machines/disconnection-messages.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import dayjs from 'dayjs';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { Button } from '#src/ui/button.tsx';
import { useWhereKept } from '#src/ui/store-place.ts';
import { Drawer } from '#src/ui/drawer.tsx';
import { DeviceSection } from './device-section.tsx';
import { keepFocus } from './keep-focus.ts';
import { LogSection } from './log-section.tsx';
import { OutboxEntryCard } from './outbox-entry-card.tsx';
import { SyncSection } from './sync-section.tsx';

const body = css({ display: 'flex', flexDirection: 'column', gap: '6', padding: '4' });
const status = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: '3' });
const muted = css({ color: 'text.muted' });
const list = css({ display: 'flex', flexDirection: 'column', gap: '3' });

export interface SyncCenterProps {
  /** Null until the outbox has been read. */
  readonly standing: OutboxSummary | null;
  readonly onClose: () => void;
}

/** How many entries of each part are shown at first, and added by "Show more": the outbox may hold ten thousand. */
const entriesPerStep = 50;
const noEntries: ListedEntries = { pending: [], attention: [], conflicts: [] };

const reasons = {
  SIGNED_OUT: 'Sign in to send.',
  OFFLINE: 'The server can’t be reached now.',
  SIGN_IN_AGAIN: 'Sign in again to go on.',
  SIGNING_OUT: 'You are signing out.',
  SENDING: 'Sending…',
} as const;

/** The entries of the outbox, those that need a person, the log, and the storage of this device. */
export function SyncCenter({ standing, onClose }: SyncCenterProps) {
  const services = useClientServices();
  const where = useWhereKept();
  const userId = useUser()?.id;
  const [{ limit, initial }, setList] = useState<{ limit: number; initial: ListedEntries | null }>({
    limit: entriesPerStep,
    initial: null,
  });
  const source = useMemo(
    (): Watched<ListedEntries | null> => ({
      initial,
      watch: (callback) => (userId ? services.store.watch.entries(userId, limit, callback) : () => undefined),
    }),
    [services, userId, limit, initial],
  );
  const entries = useWatched(source);
  const { pending, attention, conflicts } = entries ?? noEntries;
  const counts = { pending: standing?.pending ?? 0, attention: standing?.attention ?? 0 };
  const connection = connectionView(useSelector(services.connection, (snapshot) => snapshot));
  const sync = useSyncExternalStore(services.sync.watch, services.sync.view);
  const { disconnection } = connection;
  const nothing = describeNothing(standing, entries);
  // The current entries stay until the longer list is read, and with them the scroll position.
  const showMore = () => setList({ limit: limit + entriesPerStep, initial: entries });
  const reason = sync.cannotDrain === null ? null : reasons[sync.cannotDrain];
  return (
    <Drawer open title="Sync centre" side="end" size="panel" onClose={onClose}>
      <div ref={keepFocus} className={body}>
        <div className={status}>
          <div>
            <p>{describeConnection(connection, where)}</p>
            {sync.dueAt === null ? null : <p className={muted}>Next try at {dayjs(sync.dueAt).format('H:mm:ss')}.</p>}
          </div>
          {/* Without a connection there is no "Send now": pending entries are sent as soon as there is a connection. */}
          {disconnection ? (
            <Button size="small" onClick={() => services.connection.send({ type: 'probe.requested', at: Date.now() })}>
              Try again
            </Button>
          ) : counts.pending > 0 ? (
            <Button
              size="small"
              aria-disabled={reason === null ? undefined : true}
              title={reason ?? undefined}
              onClick={() => services.sync.send({ type: 'drain.requested' })}
            >
              Send now
            </Button>
          ) : null}
        </div>
        {counts.attention > 0 || attention.length > 0 ? (
          <SyncSection title="Needs attention">
            <EntryList entries={attention} conflicts={conflicts} disconnection={disconnection} onNavigate={onClose} />
            <More rest={counts.attention - attention.length} isLoaded={attention.length >= limit} onMore={showMore} />
          </SyncSection>
        ) : null}
        <SyncSection title={upperFirst(where)}>
          {nothing === null ? null : <p className={muted}>{nothing}</p>}
          {pending.length > 0 ? (
            <EntryList entries={pending} conflicts={conflicts} disconnection={disconnection} onNavigate={onClose} />
          ) : null}
          <More rest={counts.pending - pending.length} isLoaded={pending.length >= limit} onMore={showMore} />
        </SyncSection>
        <LogSection />
        <DeviceSection />
      </div>
    </Drawer>
  );
}

/** That nothing waits; null where something does, or while that is not known: the entries are read after the drawer is open. */
export function describeNothing(standing: OutboxSummary | null, entries: ListedEntries | null): string | null {
  if (standing === null || entries === null || standing.pending > 0 || entries.pending.length > 0) return null;
  return standing.attention > 0 || entries.attention.length > 0 ? 'Nothing else waits.' : 'Nothing waits to be sent.';
}

interface EntryListProps {
  readonly entries: readonly ReadEntry[];
  readonly conflicts: readonly OutboxEntry[];
  readonly disconnection: Disconnection | null;
  readonly onNavigate: () => void;
}

function EntryList({ entries, conflicts, disconnection, onNavigate }: EntryListProps) {
  return (
    <ul className={list}>
      {entries.map((entry) => (
        <OutboxEntryCard
          key={keyOf(entry)}
          entry={entry}
          blockedBy={findBlockingConflict(entry, conflicts)}
          disconnection={disconnection}
          onNavigate={onNavigate}
        />
      ))}
    </ul>
  );
}

/** `rest`: how many more there are. `isLoaded`: the list is as long as requested, and not still being read. */
function More({ rest, isLoaded, onMore }: { readonly rest: number; readonly isLoaded: boolean; readonly onMore: () => void }) {
  if (rest <= 0 || !isLoaded) return null;
  return (
    <Button size="small" onClick={onMore}>
      {`Show more (${rest} more)`}
    </Button>
  );
}

function keyOf(entry: ReadEntry): string {
  return entry.kind === 'readable' ? entry.entry.opId : `unreadable-${entry.seq}`;
}

/** The conflict of the same record that must be resolved before the entry is sent; null where there is none. */
function findBlockingConflict(entry: ReadEntry, conflicts: readonly OutboxEntry[]): OutboxEntry | null {
  if (entry.kind !== 'readable' || entry.entry.status !== 'pending') return null;
  const { entry: pending } = entry;
  return conflicts.find((conflict) => conflict.seq < pending.seq && waitsFor(pending, conflict)) ?? null;
}

function describeConnection({ since, disconnection }: ConnectionView, where: string): string {
  if (!disconnection) return 'Connected to the server.';
  const from = since === null ? '' : ` It is so since ${dayjs(since).format('H:mm')}.`;
  return `${describeDisconnection(disconnection)}${from} What you save stays ${where} and is sent as soon as ${whenConnected(disconnection)}.`;
}

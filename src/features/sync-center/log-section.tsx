import { toastsView } from '#machines/toasts/toasts.view.ts';
import type { LogRow } from '#db/stores.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useLateSelector } from '#src/app/late-actor.ts';
import { earlierMessages } from '#src/app/message-log.ts';
import { useApp } from '#src/app/use-app.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { Button } from '#src/ui/button.tsx';
import { describeOutcome, logText } from './log-text.ts';
import { SyncSection } from './sync-section.tsx';
import type { LogEntry } from '#machines/toasts/toasts.operations.ts';

/** Downloads the log as a file. */
function downloadLog(dequeued: readonly LogRow[], notifications: readonly LogEntry[]): void {
  const url = URL.createObjectURL(new Blob([logText(dequeued, notifications)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `frontage-log-${dayjs().format('YYYY-MM-DD-HHmm')}.csv`;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const list = css({ display: 'flex', flexDirection: 'column', gap: '1.5' });
const line = css({ display: 'flex', gap: '3', fontSize: 'sm', overflowWrap: 'anywhere' });
const time = css({ flexShrink: '0', color: 'text.muted', fontVariantNumeric: 'tabular-nums' });
const muted = css({ color: 'text.muted' });
const maxLines = 30;

/** The dequeued entries and the texts of the toasts, newest first, so that a missed toast can be read here. */
export function LogSection() {
  const { toasts } = useApp();
  const { store } = useClientServices();
  const userId = useUser()?.id;
  const log = useMemo(
    (): Watched<readonly LogRow[] | null> => ({
      initial: null,
      watch: (callback) => (userId ? store.watch.log(userId, callback) : () => undefined),
    }),
    [store, userId],
  );
  const known = useWatched(log);
  const dequeued = known ?? [];
  const before = useMemo(() => (userId ? earlierMessages(userId).toReversed() : []), [userId]);
  const snapshot = useLateSelector(toasts, (current) => current, null);
  const notifications = [...(snapshot ? toastsView(snapshot).log : []), ...before];
  const lines = [
    ...dequeued.map((row) => ({ key: `entry-${row.opId}-${row.outcome}`, at: row.at, text: `${describeOutcome(row)}: ${row.words}` })),
    ...notifications.map(({ toast, at }) => ({
      key: `toast-${toast.id}-${at}`,
      at,
      text: toast.content ? `${toast.title}. ${toast.content}` : toast.title,
    })),
  ]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxLines);
  const save = async () => downloadLog(userId ? await store.readLog(userId) : [], notifications);
  return (
    <SyncSection
      title="Lately"
      action={
        lines.length === 0 ? null : (
          <Button size="small" onClick={save}>
            <Download aria-hidden="true" />
            Download the log
          </Button>
        )
      }
    >
      {lines.length === 0 ? (
        <p className={muted}>{known === null ? null : 'Nothing yet.'}</p>
      ) : (
        <ul className={list}>
          {lines.map((entry) => (
            <li key={entry.key} className={line}>
              <time className={time} dateTime={dayjs(entry.at).toISOString()}>
                {dayjs(entry.at).format(dayjs(entry.at).isSame(dayjs(), 'day') ? 'H:mm' : 'D MMM')}
              </time>
              <span>{entry.text}</span>
            </li>
          ))}
        </ul>
      )}
    </SyncSection>
  );
}

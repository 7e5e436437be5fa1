import type { UserSession } from '#contract/entities/user-session.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import { Monitor, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { Fragment } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { describeDevice } from './describe-device.ts';

dayjs.extend(relativeTime);

const device = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  '& > svg': { width: '5', height: '5', flexShrink: '0', color: 'text.muted' },
});
const name = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', rowGap: '1', fontWeight: 'medium' });
const sub = css({ display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'text.muted' });

const icons = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, other: MonitorSmartphone };
const format = 'D MMM YYYY, H:mm';

/** The element id of the button that ends a session. */
export const endButtonId = (sessionId: string): string => `end-session-${sessionId}`;

interface ColumnsProps {
  /** The id of the element that says why no session can be ended now; null where they can. */
  readonly reasonId: string | null;
  readonly onEnd: (session: UserSession) => void;
}

export function sessionColumns({ reasonId, onEnd }: ColumnsProps): readonly TableColumn<UserSession>[] {
  return [
    { id: 'device', header: 'DEVICE', primary: true, width: '36%', lines: 2, cell: (session) => <Device session={session} /> },
    { id: 'address', header: 'ADDRESS', width: '28%', cell: ({ address }) => <Address address={address ?? 'Not known'} /> },
    { id: 'last_seen_at', header: 'LAST SEEN', width: '20%', cell: (session) => <LastSeen session={session} /> },
    {
      id: 'end',
      header: 'Sign out',
      quiet: true,
      align: 'end',
      width: '16%',
      cell: (session) => {
        // Signing out here is always possible; ending another session needs the server.
        const blocked = !session.current && reasonId !== null;
        return (
          <Button
            id={endButtonId(session.id)}
            size="small"
            aria-disabled={blocked || undefined}
            aria-describedby={blocked ? reasonId : undefined}
            onClick={() => onEnd(session)}
          >
            Sign out<span className={visuallyHidden}> {session.current ? 'here' : describeDevice(session.user_agent).label}</span>
          </Button>
        );
      },
    },
  ];
}

function Device({ session }: { readonly session: UserSession }) {
  const { label, kind } = describeDevice(session.user_agent);
  const Icon = icons[kind];
  return (
    <span className={device}>
      <Icon aria-hidden="true" />
      <span>
        <span className={name}>
          {label}
          {session.current ? <Badge tone="accent">This one</Badge> : null}
        </span>
        {session.created_at ? <span className={sub}>Signed in {dayjs(session.created_at).format(format)}</span> : null}
      </span>
    </span>
  );
}

/** An IPv6 address is long: it may wrap, but not within a group. */
function Address({ address }: { readonly address: string }) {
  const starts = [0, ...[...address.matchAll(/:/gu)].map(({ index }) => index + 1)];
  return starts.map((start, at) => (
    <Fragment key={start}>
      {address.slice(start, starts[at + 1])}
      <wbr />
    </Fragment>
  ));
}

function LastSeen({ session: { current, last_seen_at: lastSeenAt } }: { readonly session: UserSession }) {
  if (current) return <>Now</>;
  if (!lastSeenAt) return <>Not known</>;
  // Where this device's clock is behind the server's, the time would be in the future.
  const at = Math.min(dayjs(lastSeenAt).valueOf(), Date.now());
  return (
    <time dateTime={lastSeenAt} title={dayjs(lastSeenAt).format(format)}>
      {dayjs(at).fromNow()}
    </time>
  );
}

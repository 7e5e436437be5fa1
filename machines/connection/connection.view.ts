import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

export interface ConnectionView {
  /** `unknown` only until the first answer or its absence. */
  readonly status: 'unknown' | 'online' | 'offline';
  readonly online: boolean;
  /** ms since the epoch. */
  readonly since: number | null;
  /** HTTP status of the page that answers in the API's place; null where nothing answers. */
  readonly answeredWith: number | null;
  /** True once the gap is old enough to be shown. */
  readonly warn: boolean;
  readonly checking: boolean;
}

/** The state of the connection, for the chip. */
export function connectionView(snapshot: SnapshotFrom<typeof connectionMachine>): ConnectionView {
  const status = snapshot.hasTag('online') ? 'online' : snapshot.hasTag('offline') ? 'offline' : 'unknown';
  return {
    status,
    online: status === 'online',
    since: snapshot.context.since,
    answeredWith: status === 'offline' ? snapshot.context.answeredWith : null,
    warn: snapshot.hasTag('warned'),
    checking: snapshot.hasTag('checking'),
  };
}

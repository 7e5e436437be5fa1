import type { Disconnection } from '#contract/disconnection.ts';
import type { SnapshotFrom } from 'xstate';
import type { connectionMachine } from './connection.machine.ts';

export interface ConnectionView {
  /** `unknown` only until the first answer or its absence. */
  readonly status: 'unknown' | 'online' | 'offline';
  readonly online: boolean;
  /** ms since the epoch. */
  readonly since: number | null;
  /** What is there in place of the API's answers; null while it is not offline. */
  readonly disconnection: Disconnection | null;
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
    disconnection: disconnectionNow(snapshot),
    warn: snapshot.hasTag('warned'),
    checking: snapshot.hasTag('checking'),
  };
}

/** What is there in place of the API's answers; null unless it is known that there are none. */
export function disconnectionNow(snapshot: Pick<SnapshotFrom<typeof connectionMachine>, 'hasTag' | 'context'>): Disconnection | null {
  if (!snapshot.hasTag('offline')) return null;
  const { met, hasNoNetwork } = snapshot.context;
  const isSilent = met === null || met.kind === 'noAnswer';
  return isSilent ? { kind: hasNoNetwork ? 'noNetwork' : 'noAnswer' } : met;
}

import type { Disconnection } from '#contract/disconnection.ts';
import { isIntermediaryRefusal, type PendingReason } from '#contract/pending-reason.ts';
import { describeAnswer, describeBlock } from './problem-messages.ts';

/** What keeps the console from the server now, in a sentence. */
export function describeDisconnection(met: Disconnection): string {
  switch (met.kind) {
    case 'noNetwork':
      return 'You are offline.';
    case 'noAnswer':
      return 'The server does not answer.';
    case 'foreignPage':
      return 'Another page answers in the server’s place. This network may want a sign-in of its own.';
    case 'trouble':
      return isBlock(met) ? describeBlock(met.status) : `The server has trouble (${describeAnswer(met)}).`;
  }
}

/** When it ends, after "as soon as" or "when". */
export function whenConnected(met: Disconnection): string {
  switch (met.kind) {
    case 'noNetwork':
      return 'you are back online';
    case 'noAnswer':
    case 'foreignPage':
      return 'the server answers';
    case 'trouble':
      return 'the server works again';
  }
}

/** Why what only the server can do is not possible now, for its button. `what`: "Clearing the cache". Null: no reason is known. */
export function describeNeed(what: string, met: Disconnection | null): string {
  return met === null || met.kind === 'noNetwork'
    ? `${what} needs a connection.`
    : `${describeDisconnection(met)} ${what} is possible once ${whenConnected(met)}.`;
}

/** Why what was never loaded here is not there: what is missing now, and when it loads. Null: the last call failed, and there is a connection. */
export function describeAbsence(met: Disconnection | null): { readonly reason: string; readonly until: string } {
  switch (met?.kind) {
    case 'noNetwork':
      return { reason: 'there is no connection now', until: 'there is one' };
    case 'noAnswer':
      return { reason: 'the server does not answer now', until: 'it does' };
    case 'foreignPage':
      return { reason: 'another page answers in the server’s place now', until: 'the server does' };
    case 'trouble':
      return { reason: `the server has trouble now (${describeAnswer(met)})`, until: 'it works again' };
    case undefined:
      return { reason: 'the server did not answer', until: 'it does' };
  }
}

/** Why every save stays pending while the server can't be reached. */
export function pendingReasonWith(met: Disconnection): PendingReason {
  if (met.kind !== 'trouble') return { kind: 'offline' };
  const { status, message } = met;
  return isBlock(met) ? { kind: 'blocked', status } : { kind: 'serverTrouble', status, message };
}

const isBlock = ({ status, isForeign }: Extract<Disconnection, { readonly kind: 'trouble' }>): boolean =>
  isForeign && isIntermediaryRefusal(status);

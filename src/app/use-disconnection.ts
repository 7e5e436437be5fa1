import type { Disconnection } from '#contract/disconnection.ts';
import { disconnectionNow } from '#machines/connection/connection.view.ts';
import { describeDisconnection } from '#machines/disconnection-messages.ts';
import { useSelector } from '@xstate/react';
import type { ClientServices } from '../offline/client-services.ts';
import { useClientServices } from './use-client-services.ts';

/** What keeps the console from the server now; null: nothing that is known. */
export function useDisconnection(): Disconnection | null {
  return useDisconnectionOf(useClientServices().connection);
}

/** As `useDisconnection`, for a given connection. */
export function useDisconnectionOf(connection: ClientServices['connection']): Disconnection | null {
  return useSelector(connection, disconnectionNow, isSame);
}

/** Why the server's answer is missing, in a sentence, on a screen that shows what this device has. */
export function useMissingAnswer(): string {
  const met = useDisconnection();
  return met ? describeDisconnection(met) : 'The server did not answer.';
}

function isSame(a: Disconnection | null, b: Disconnection | null): boolean {
  if (a === b) return true;
  if (a?.kind !== 'trouble' || b?.kind !== 'trouble') return a?.kind === b?.kind;
  return a.status === b.status && a.message === b.message && a.isForeign === b.isForeign;
}

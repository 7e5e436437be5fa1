import { useEffect, useEffectEvent, useState } from 'react';
import type { ClientServices } from '../offline/client-services.ts';
import { useClientServices } from './use-client-services.ts';
import { useEmitted } from './use-emitted.ts';

interface Restorable {
  send(event: { readonly type: 'connection.restored' }): void;
}

/** Sends a screen's actor an event when the API answers again. */
export function useRestoredEvents(actor: Restorable): void {
  const { connection } = useClientServices();
  useEmitted(connection, 'connection.restored', () => actor.send({ type: 'connection.restored' }));
}

interface Losable extends Restorable {
  send(event: { readonly type: 'connection.restored' | 'connection.lost' }): void;
}

/** Sends a screen's actor, which must be created in the same rendering, an event when the connection is lost or restored. */
export function useOnlineEvents(actor: Losable): void {
  useConnectionEvents(useClientServices().connection, actor);
}

/** As `useOnlineEvents`, for a given connection. A change between the rendering and the subscription is sent on subscription. */
export function useConnectionEvents(connection: Pick<ClientServices['connection'], 'getSnapshot' | 'on'>, actor: Losable): void {
  const [wasOffline] = useState(() => connection.getSnapshot().hasTag('offline'));
  useEmitted(connection, 'connection.restored', () => actor.send({ type: 'connection.restored' }));
  useEmitted(connection, 'connection.lost', () => actor.send({ type: 'connection.lost' }));
  const catchUp = useEffectEvent(() => {
    const isOffline = connection.getSnapshot().hasTag('offline');
    if (isOffline !== wasOffline) actor.send({ type: isOffline ? 'connection.lost' : 'connection.restored' });
  });
  useEffect(() => catchUp(), []);
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Actor, AnyStateMachine, InputFrom } from 'xstate';
import type { ClientServices } from '../offline/client-services.ts';
import { useClientServices } from './use-client-services.ts';
import { useEmitted } from './use-emitted.ts';
import { useMachineActor } from './use-machine-actor.ts';

interface Restorable {
  send(event: { readonly type: 'connection.restored' }): void;
  getSnapshot(): { can(event: { readonly type: 'connection.restored' }): boolean };
  subscribe(observer: () => void): { unsubscribe(): void };
}

/** Sends a screen's actor an event when the API answers again. */
export function useRestoredEvents(actor: Restorable): void {
  const { connection } = useClientServices();
  useRestoredConnection(connection, actor);
}

/**
 * As `useRestoredEvents`, for a given connection. A load that began before may end in "no connection" only now: the event waits until the actor
 * can take it, while there is a connection.
 */
function useRestoredConnection(connection: Connection, actor: Restorable): void {
  const isWaiting = useRef(false);
  const pass = useEffectEvent(() => {
    if (!isWaiting.current || !actor.getSnapshot().can({ type: 'connection.restored' })) return;
    isWaiting.current = false;
    if (!connection.getSnapshot().hasTag('offline')) actor.send({ type: 'connection.restored' });
  });
  useEmitted(connection, 'connection.restored', () => {
    isWaiting.current = true;
    pass();
  });
  useEffect(() => {
    const followed = actor.subscribe(() => pass());
    return () => followed.unsubscribe();
  }, [actor]);
}

type Connection = Pick<ClientServices['connection'], 'getSnapshot' | 'on'>;

interface Losable extends Restorable {
  send(event: { readonly type: 'connection.restored' | 'connection.lost' }): void;
}

/** The actor of a screen that needs the server: whether it is online is part of its input, and each change of that an event. */
export function useOnlineActor<Machine extends AnyStateMachine>(
  machine: Machine,
  input: Omit<InputFrom<Machine>, 'online'>,
): Actor<Machine> {
  const { connection } = useClientServices();
  const online = !connection.getSnapshot().hasTag('offline');
  const actor = useMachineActor<AnyStateMachine>(machine, { input: { ...input, online } }) as Actor<Machine>;
  useConnectionEvents(connection, actor);
  return actor;
}

/**
 * Sends a screen's actor, which must be created in the same rendering, an event when the connection is lost or restored. A change between the
 * rendering and the subscription is sent on subscription.
 */
export function useConnectionEvents(connection: Connection, actor: Losable): void {
  const [wasOffline] = useState(() => connection.getSnapshot().hasTag('offline'));
  useRestoredConnection(connection, actor);
  useEmitted(connection, 'connection.lost', () => actor.send({ type: 'connection.lost' }));
  const catchUp = useEffectEvent(() => {
    const isOffline = connection.getSnapshot().hasTag('offline');
    if (isOffline !== wasOffline) actor.send({ type: isOffline ? 'connection.lost' : 'connection.restored' });
  });
  useEffect(() => catchUp(), []);
}

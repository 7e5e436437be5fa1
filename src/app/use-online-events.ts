import { useEffect } from 'react';
import { useDevice } from './use-device.ts';

interface Restorable {
  send(event: { readonly type: 'connection.restored' }): void;
}

/** Tells a screen's actor that the API is heard again. */
export function useRestoredEvents(actor: Restorable): void {
  const { connection } = useDevice();
  useEffect(() => {
    const restored = connection.on('connection.restored', () => actor.send({ type: 'connection.restored' }));
    return () => restored.unsubscribe();
  }, [actor, connection]);
}

interface Losable extends Restorable {
  send(event: { readonly type: 'connection.restored' | 'connection.lost' }): void;
}

/** Tells a screen's actor when the API goes and comes back. */
export function useOnlineEvents(actor: Losable): void {
  const { connection } = useDevice();
  useRestoredEvents(actor);
  useEffect(() => {
    const lost = connection.on('connection.lost', () => actor.send({ type: 'connection.lost' }));
    return () => lost.unsubscribe();
  }, [actor, connection]);
}

import { useEffect } from 'react';
import { useApp } from './use-app.ts';

interface Listening {
  send(event: { readonly type: 'connection.restored' | 'connection.lost' }): void;
}

/** Tells a screen's actor when the connection goes and comes back. */
export function useOnlineEvents(actor: Listening): void {
  const { connection } = useApp();
  useEffect(() => {
    const restored = connection.on('connection.restored', () => actor.send({ type: 'connection.restored' }));
    const lost = connection.on('connection.lost', () => actor.send({ type: 'connection.lost' }));
    return () => {
      restored.unsubscribe();
      lost.unsubscribe();
    };
  }, [actor, connection]);
}

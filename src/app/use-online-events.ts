import { useDevice } from './use-device.ts';
import { useEmitted } from './use-emitted.ts';

interface Restorable {
  send(event: { readonly type: 'connection.restored' }): void;
}

/** Tells a screen's actor that the API is heard again. */
export function useRestoredEvents(actor: Restorable): void {
  const { connection } = useDevice();
  useEmitted(connection, 'connection.restored', () => actor.send({ type: 'connection.restored' }));
}

interface Losable extends Restorable {
  send(event: { readonly type: 'connection.restored' | 'connection.lost' }): void;
}

/** Tells a screen's actor when the API goes and comes back. */
export function useOnlineEvents(actor: Losable): void {
  const { connection } = useDevice();
  useRestoredEvents(actor);
  useEmitted(connection, 'connection.lost', () => actor.send({ type: 'connection.lost' }));
}

/**
 * One end of a channel between the server and the embedded engine. It carries bytes of PostgreSQL's protocol both ways; `ping`, `begin` and
 * `close` to the engine; `opened`, `pong`, `begun` and `closed` from it.
 */
export interface Port {
  /** The bytes are transferred: the sender must not use them again. */
  readonly post: (message: Uint8Array<ArrayBuffer> | Signal) => void;
  /** Returns a function that removes the listener. */
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
}

export type Signal = 'ping' | 'begin' | 'close' | 'opened' | 'pong' | 'begun' | 'closed';

interface NodePort {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** A port over a worker, or over a worker's `parentPort`. */
export function nodePort(port: NodePort): Port {
  return {
    post: (message) => port.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []),
    onMessage: (listener) => {
      port.on('message', listener);
      return () => void port.off('message', listener);
    },
  };
}

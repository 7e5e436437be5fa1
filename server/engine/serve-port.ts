import type { PGlite } from '@electric-sql/pglite';
import type { Port } from './port.ts';

/**
 * Answers the other end of a port with the engine: bytes are PostgreSQL's protocol, whole messages, and are answered in
 * the order they came. `ping` waits for its turn among them, so that an answer says that the engine works and not only
 * its thread. What the engine throws (a broken engine, never a failed query) rejects the promise.
 */
export function servePort(engine: PGlite, port: Port): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = Promise.resolve();
    const answer = async (message: unknown): Promise<void> => {
      if (message instanceof Uint8Array) {
        const reply = await engine.execProtocolRaw(message);
        // A copy: the engine writes its next answer into the same memory.
        if (reply.byteLength > 0) port.post(reply.slice());
      } else if (message === 'ping') port.post('pong');
      else if (message === 'close') {
        await engine.close();
        port.post('closed');
        resolve();
      }
    };
    port.onMessage((message) => {
      turn = turn.then(() => answer(message));
      turn.catch(reject);
    });
  });
}

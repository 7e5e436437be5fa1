import type { PGlite } from '@electric-sql/pglite';
import type { Port } from './port.ts';

const utf8 = new TextEncoder();

/** A message of the protocol: a letter, the length of all that follows it, and that. */
function messageOf(type: string, content = ''): Uint8Array {
  const body = utf8.encode(content);
  const bytes = new Uint8Array(5 + body.byteLength);
  bytes.set(utf8.encode(type));
  new DataView(bytes.buffer).setUint32(1, 4 + body.byteLength);
  bytes.set(body, 5);
  return bytes;
}

const terminate = messageOf('X');
/** Resets the engine's one session. After a failed extended query it ignores everything until Sync. */
const renewal = [messageOf('S'), messageOf('Q', 'ROLLBACK\0'), messageOf('Q', 'DISCARD ALL\0')] as const;

/** Terminate: PostgreSQL would end the session; the engine's only one has to stay. */
const isTerminate = (message: Uint8Array): boolean => message.byteLength === terminate.byteLength && message[0] === terminate[0];

/**
 * Serves the engine on a port. Bytes are whole protocol messages, answered in order. `begin` rolls back and resets the engine's one
 * session for a new connection; `begun` confirms it. `ping` waits its turn among the messages, so `pong` means that the engine works
 * and not only its thread. Rejects where the engine itself breaks; a failed query does not.
 */
export function servePort(engine: PGlite, port: Port): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = Promise.resolve();
    const renew = async (): Promise<void> => {
      for (const message of renewal) await engine.execProtocolRaw(message);
    };
    const answer = async (message: unknown): Promise<void> => {
      if (message instanceof Uint8Array) {
        if (isTerminate(message)) return;
        const reply = await engine.execProtocolRaw(message);
        // A copy: the engine writes its next answer into the same memory.
        if (reply.byteLength > 0) port.post(reply.slice());
      } else if (message === 'ping') port.post('pong');
      else if (message === 'begin') {
        await renew();
        port.post('begun');
      } else if (message === 'close') {
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

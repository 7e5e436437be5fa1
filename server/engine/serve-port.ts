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
/** What makes the engine's one session a new one. After a query of several messages that failed it hears nothing before `sync`. */
const renewal = [messageOf('S'), messageOf('Q', 'ROLLBACK\0'), messageOf('Q', 'DISCARD ALL\0')] as const;

/** A connection takes its leave: PostgreSQL would end its session, and the engine has no other. */
const isLeave = (message: Uint8Array): boolean => message.byteLength === terminate.byteLength && message[0] === terminate[0];

/**
 * Answers the other end of a port with the engine: bytes are PostgreSQL's protocol, whole messages, and are answered in
 * the order they came. The engine has one session, which `begin` makes anew for another connection: what the one before
 * left open is rolled back, whichever way it ended, and what comes after `begun` is for the new one. `ping` waits for its
 * turn among them, so that an answer says that the engine works and not only its thread. What the engine throws (a broken engine, never a failed query) rejects the promise.
 */
export function servePort(engine: PGlite, port: Port): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = Promise.resolve();
    const renew = async (): Promise<void> => {
      for (const message of renewal) await engine.execProtocolRaw(message);
    };
    const answer = async (message: unknown): Promise<void> => {
      if (message instanceof Uint8Array) {
        if (isLeave(message)) return;
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

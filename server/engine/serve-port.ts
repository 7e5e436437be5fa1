import type { PGlite } from '@electric-sql/pglite';
import { serialize } from 'pg-protocol';
import type { Port } from './port.ts';

const terminate = serialize.end();
/** Resets the engine's one session. After a failed extended query the engine ignores everything until Sync. */
const renewal = [serialize.sync(), serialize.query('ROLLBACK'), serialize.query('DISCARD ALL')] as const;

/**
 * The engine's answer to bytes of the protocol. Uses the engine's stream: its other functions also parse every answer, and keep what they
 * parsed in memory. The engine writes its files as it works, so nothing has to be synchronised afterwards.
 */
async function answerOf(engine: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // Copies, because the engine writes the next part into the same memory.
  await engine.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => void parts.push(part.slice()) });
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Terminate: PostgreSQL would end the session, but the engine's only one has to stay. */
const isTerminate = (message: Uint8Array): boolean => terminate.equals(message);

/**
 * Serves the engine on a port. Bytes are complete protocol messages, answered in order. `begin` rolls back and resets the engine's one
 * session for a new connection; `begun` confirms it. `ping` is queued among the messages, so `pong` means that the engine works and not
 * only its thread. Rejects where the engine itself fails; a failed query does not.
 */
export function servePort(engine: PGlite, port: Port): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = Promise.resolve();
    const renew = async (): Promise<void> => {
      for (const message of renewal) await answerOf(engine, message);
    };
    const answer = async (message: unknown): Promise<void> => {
      if (message instanceof Uint8Array) {
        if (isTerminate(message)) return;
        const reply = await answerOf(engine, message);
        if (reply.byteLength > 0) port.post(reply);
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

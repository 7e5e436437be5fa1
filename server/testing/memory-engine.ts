import { MessageChannel } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { EngineStream } from '../engine/engine-stream.ts';
import { nodePort } from '../engine/port.ts';
import { servePort } from '../engine/serve-port.ts';
import type { EngineConnection } from '../connect.ts';

/** An embedded engine in this thread, with the protocol of the real one: a thread for every test file would cost seconds. */
export function memoryEngine(engine: PGlite): EngineConnection {
  const { port1: near, port2: far } = new MessageChannel();
  const served = servePort(engine, nodePort(far));
  const port = nodePort(near);
  return {
    connect: () => new EngineStream(port),
    silentMs: 30_000,
    silentForMs: () => 0,
    onAnswer: (listener) => {
      port.onMessage((message) => {
        if (message instanceof Uint8Array) listener();
      });
    },
    lose: () => undefined,
    close: async () => {
      port.post('close');
      await served;
      near.close();
    },
  };
}

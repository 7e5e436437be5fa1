import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { EngineStream } from '../engine/engine-stream.ts';
import { nodePort } from '../engine/port.ts';
import { servePort } from '../engine/serve-port.ts';
import type { Engine } from '../engine/start-engine.ts';

/** The embedded engine in memory and in this thread, spoken to as the one in its own: a thread for every test file would cost seconds. */
export async function memoryEngine(): Promise<Pick<Engine, 'connect' | 'close'>> {
  const engine = await PGlite.create();
  const { port1: near, port2: far } = new MessageChannel();
  const served = servePort(engine, nodePort(far));
  const port = nodePort(near);
  return {
    connect: () => new EngineStream(port),
    close: async () => {
      port.post('close');
      await served;
      near.close();
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a system gives to outgoing connections, which would take one between its choice and its use. */
const ports = { from: 10_000, count: 20_000 };

/** A port that is free now. A restarted server must come back on the same one: the browser's storage belongs to it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.from + Math.floor(Math.random() * ports.count);
    const probe = createServer();
    try {
      probe.listen(port, '127.0.0.1');
      await once(probe, 'listening');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue;
      throw error;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

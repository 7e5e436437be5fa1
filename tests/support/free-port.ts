import { once } from 'node:events';
import { createServer } from 'node:net';
import { listening } from '#server/testing/listening.ts';

/** A port that is free now. A restarted server must come back on the same one: the browser's storage belongs to it. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listening(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

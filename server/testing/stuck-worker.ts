import { parentPort } from 'node:worker_threads';

// An engine that opens, answers pings, and hangs at the first connection or query.
parentPort?.on('message', (message: unknown) => {
  if (message === 'ping') parentPort?.postMessage('pong');
  else if (message === 'begin' || message instanceof Uint8Array) while (true);
});
parentPort?.postMessage('opened');

import { parentPort } from 'node:worker_threads';

// An engine that breaks at the first query, with what the real one throws then: no Error.
parentPort?.on('message', (message: unknown) => {
  if (message instanceof Uint8Array) throw { name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 };
});
parentPort?.postMessage('opened');

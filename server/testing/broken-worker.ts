import { parentPort } from 'node:worker_threads';

// An engine that fails at the first query, with the value that the real one throws then, which is no Error.
parentPort?.on('message', (message: unknown) => {
  if (message instanceof Uint8Array) throw { name: 'ExitStatus', message: 'Program terminated with exit(1)', status: 1 };
});
parentPort?.postMessage('opened');

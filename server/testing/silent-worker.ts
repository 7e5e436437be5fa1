import { parentPort } from 'node:worker_threads';

// An engine that never opens.
parentPort?.on('message', () => undefined);

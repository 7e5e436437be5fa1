import { parentPort } from 'node:worker_threads';

// An engine that has no time for pings because of its many statements, and answers one after the other.
parentPort?.on('message', () => undefined);
parentPort?.postMessage('opened');
setInterval(() => parentPort?.postMessage(new Uint8Array(1)), 20);

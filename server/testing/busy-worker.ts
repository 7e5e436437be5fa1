import { parentPort } from 'node:worker_threads';

// An engine that comes to no ping, so many statements are sent to it, and answers one after the other.
parentPort?.on('message', () => undefined);
parentPort?.postMessage('opened');
setInterval(() => parentPort?.postMessage(new Uint8Array(1)), 20);

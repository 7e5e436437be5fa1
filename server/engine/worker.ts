import { parentPort, workerData } from 'node:worker_threads';
import { openFolder } from './open-folder.ts';
import { nodePort } from './port.ts';
import { servePort } from './serve-port.ts';

// The embedded engine's thread. What is thrown here ends it, and reaches the server as the worker's `error`.
if (parentPort === null || typeof workerData !== 'string') throw new Error('this file is for a worker, with the database’s folder');
const engine = await openFolder(workerData);
const port = nodePort(parentPort);
const served = servePort(engine, port);
port.post('opened');
await served;
parentPort.close();

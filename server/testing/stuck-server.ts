import { startEngine } from '../engine/start-engine.ts';
import { jsonLogger } from '../logger.ts';
import { drain, endLost, onStopSignal } from '../start/shutdown.ts';
import { testHttpServer } from './http-server.ts';
import { listening } from './listening.ts';

// A process whose engine is stuck, with an open request. Its argument: how long the engine may be silent, in ms.
const worker = new URL('./stuck-worker.ts', import.meta.url);
const engine = await startEngine({ folder: '', silentMs: Number(process.argv[2]), onLost: endLost, worker, closeMs: 100 });
const logger = jsonLogger(
  'info',
  () => new Date(),
  (line) => process.stdout.write(line),
);
const server = testHttpServer(() => {
  engine.port.post(new Uint8Array(1));
  process.stdout.write('stuck\n');
  return new Promise<Response>(() => undefined);
});
const port = await listening(server);
onStopSignal(logger, async () => {
  await drain(server, 100);
  await engine.close();
});
process.stdout.write(`http://127.0.0.1:${port}/\n`);

import { parentPort, workerData } from 'node:worker_threads';
import { runSeeds, type SeedsMessage, type Share } from './run-seeds.ts';

/** Runs the seeds that `share-out.ts` gives to a thread. */
const { seeds, stopped }: Share = workerData;
// Each abort makes an error, whose trace nobody reads.
Error.stackTraceLimit = 0;
const post = (message: SeedsMessage) => parentPort?.postMessage(message);
const tally = await runSeeds(
  seeds,
  (failing) => post({ failing }),
  () => Atomics.load(stopped, 0) !== 0,
);
post({ tally });

const signals = ['SIGTERM', 'SIGINT'] as const;
const stop = () => process.exit(0);

// At once, before anything else of the server is evaluated: process 1 of a container, which has no handler, is not told of a
// signal, and would go on starting until it is killed. Nothing is under way yet that would have to be ended first.
for (const signal of signals) process.on(signal, stop);

/** Leaves the signals to whoever handles them from here on. */
export function endEarlyStop(): void {
  for (const signal of signals) process.off(signal, stop);
}

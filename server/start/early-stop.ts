const signals = ['SIGTERM', 'SIGINT'] as const;
const stop = () => process.exit(0);

// Before anything else of the server is evaluated: without a handler, process 1 of a container ignores a signal, and would go on starting
// until it is killed. No work has begun yet that would have to end first.
for (const signal of signals) process.on(signal, stop);

/** Removes these handlers, for the code that handles the signals from here on. */
export function endEarlyStop(): void {
  for (const signal of signals) process.off(signal, stop);
}

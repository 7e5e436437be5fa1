import type { Server } from 'node:http';
import type { Background } from '../background.ts';
import type { Logger } from '../logger.ts';
import { within } from '../within.ts';

const forcedAfterMs = 10_000;

/** Ends the process, whose embedded engine is lost: only a restart brings the database back. */
export function endLost(reason: string): never {
  process.stderr.write(`The embedded database is lost: ${reason}. Start Frontage again.\n`);
  process.exit(1);
}

/** Requests that still run after this time are cut off: the remaining time is for closing the database. */
const drainMs = 7_000;

/**
 * Stops accepting connections and resolves when every running request has been answered, or cuts them off after `limitMs`: an answer that
 * waits for a stuck database never comes. True: all were answered.
 */
export function drain(server: Server, limitMs = drainMs): Promise<boolean> {
  return new Promise((resolve) => {
    let answeredAll = true;
    const limit = setTimeout(() => {
      answeredAll = false;
      server.closeAllConnections();
    }, limitMs);
    // A connection that becomes idle after `close` would stay open, and keep the process running.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, 50);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve(answeredAll);
    });
  });
}

/** Together with the seven seconds for requests, most of the ten available; the rest is for the database. ms. */
const backgroundMs = 1500;

/**
 * Waits for background work, but not indefinitely: work that is cut off runs again after the next start or at the next request, and closing
 * the database is more important.
 */
export async function endBackground({ idle }: Pick<Background, 'idle'>, logger: Logger, limitMs = backgroundMs): Promise<void> {
  if ((await within(idle(), limitMs)) === 'late') logger.error('background work was cut off', { ms: limitMs });
}

/** Runs `finish` at the first SIGTERM or SIGINT; a second signal, or ten seconds, end the process at once. */
export function onStopSignal(logger: Logger, finish: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) {
      logger.warn('forced to stop', { signal });
      process.exit(1);
    }
    stopping = true;
    logger.info('stopping', { signal });
    setTimeout(() => {
      logger.error('did not stop in time', { ms: forcedAfterMs });
      process.exit(1);
    }, forcedAfterMs).unref();
    finish().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error('stopping failed', { error: error instanceof Error ? error.message : typeof error });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

const parentMs = 500;

/**
 * npm runs a command through a shell, and passes a signal only to that shell, which dies of it: whoever stops `npm start` (a service
 * manager, a container) would leave the server behind. When the shell is gone, the server stops as if it had received the signal.
 */
export function stopWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, parentMs);
  watch.unref();
}

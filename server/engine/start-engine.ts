import { Worker } from 'node:worker_threads';
import { EngineStream } from './engine-stream.ts';
import { nodePort, type Port, type Signal } from './port.ts';
import { within } from '../within.ts';
import { watch } from './watchdog.ts';

export interface EngineOptions {
  /** The database's folder; made where it is not there. */
  readonly folder: string;
  /** The engine is given up when it has not answered for so long; 30 seconds, shorter in tests. */
  readonly silentMs?: number;
  /**
   * The engine is lost, and with it every query under way: it does not answer any more, its thread ended by itself, or
   * its only connection is never given back. Called once, and never after `close`.
   */
  readonly onLost: (reason: string) => void;
  /** The thread's file; another one in tests. */
  readonly worker?: URL;
  /** Where the database is not open after this, it is given up; ms. A log that has to be read again after a crash takes a while. */
  readonly openMs?: number;
  /** Called once where opening takes long, after so many ms. */
  readonly onSlowOpen?: (ms: number) => void;
  /** A close that takes longer is broken off, as a power cut would; ms. */
  readonly closeMs?: number;
}

export interface Engine {
  readonly port: Port;
  /** A connection for the `pg` driver. The engine has one session: only one connection may be used at a time. */
  readonly connect: () => EngineStream;
  /** After this time without an answer the engine is given up; ms. */
  readonly silentMs: number;
  /**
   * How long an answer of the engine has been due, ms. The engine answers between two statements, so a busy one is not silent, however many
   * queries wait for it. Returned at once, without asking the engine.
   */
  readonly silentForMs: () => number;
  /** Calls the listener at every answer to a query. */
  readonly onAnswer: (listener: () => void) => void;
  /** Gives up the engine for a reason that it can't detect itself: `onLost` is called. */
  readonly lose: (reason: string) => void;
  /** Writes everything to the disk and ends the thread. Rejects where the engine did not close in time; its thread has ended then, too. */
  readonly close: () => Promise<void>;
}

const defaultSilentMs = 30_000;
const slowOpenMs = 30_000;

const engineWorker = new URL('./worker.ts', import.meta.url);

/**
 * Starts the embedded engine in its own thread, so that neither its work nor its failures block the server's thread. Rejects where the
 * database can't be opened.
 */
export async function startEngine({
  folder,
  silentMs = defaultSilentMs,
  onLost,
  worker: file = engineWorker,
  openMs = 600_000,
  onSlowOpen,
  closeMs = 8_000,
}: EngineOptions): Promise<Engine> {
  const worker = new Worker(file, { workerData: folder });
  const port = nodePort(worker);
  const signalOf = (signal: Signal) =>
    new Promise<void>((resolve) => {
      port.onMessage((message) => {
        if (message === signal) resolve();
      });
    });
  const ended = new Promise<unknown>((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', (code) => resolve(new Error(`its thread ended with ${code}`)));
  });
  const slow = setTimeout(() => onSlowOpen?.(slowOpenMs), slowOpenMs);
  const opened = await within(Promise.race([signalOf('opened'), ended.then((error) => ({ error }))]), openMs);
  clearTimeout(slow);
  if (opened === 'late') {
    await worker.terminate();
    throw new Error(`the embedded database did not open in ${openMs / 1000} seconds`);
  }
  if (opened) throw asError(opened.error);

  const streams = new Set<EngineStream>();
  let closing = false;
  const lose = (reason: string) => {
    watchdog.stop();
    if (closing) return;
    closing = true;
    onLost(reason);
  };
  const watchdog = watch(
    {
      ping: () => port.post('ping'),
      onPong: (listener) =>
        port.onMessage((message) => {
          // An answer is a sign of life too, since a ping waits behind the running statements.
          if (message === 'pong' || message instanceof Uint8Array) listener();
        }),
    },
    silentMs,
    () => lose(`it has not answered for ${silentMs / 1000} seconds`),
  );
  void ended.then((error) => {
    lose(asError(error).message);
    for (const stream of streams) stream.destroy();
  });

  return {
    port,
    connect: () => {
      const stream = new EngineStream(port);
      streams.add(stream);
      // The driver may end a connection in the middle of a query. The next one begins with a reset session.
      stream.once('close', () => streams.delete(stream));
      return stream;
    },
    silentMs,
    silentForMs: watchdog.silentForMs,
    onAnswer: (listener) => {
      port.onMessage((message) => {
        if (message instanceof Uint8Array) listener();
      });
    },
    lose,
    close: async () => {
      closing = true;
      watchdog.stop();
      const late = Promise.withResolvers<'late'>();
      const limit = setTimeout(() => late.resolve('late'), closeMs);
      const closed = signalOf('closed');
      port.post('close');
      const how = await Promise.race([closed, ended, late.promise]);
      clearTimeout(limit);
      await worker.terminate();
      if (how === 'late') throw new Error(`the embedded database did not close in ${closeMs} ms`);
      if (how !== undefined) throw asError(how);
    },
  };
}

/** Why a thread ended. The engine also throws plain objects. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string';
  return new Error(hasMessage ? String(thrown.message) : String(thrown));
}

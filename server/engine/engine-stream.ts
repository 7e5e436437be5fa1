import { Duplex } from 'node:stream';
import type { Port } from './port.ts';

/**
 * The `pg` driver's connection to the embedded engine: it has a socket's methods, and works on a port. It uses no network, so nobody else
 * on the machine can reach the database.
 */
export class EngineStream extends Duplex {
  readonly #port: Port;
  readonly #stopListening: () => void;
  #hasBegun = false;

  constructor(port: Port) {
    super({ allowHalfOpen: false });
    this.#port = port;
    this.#stopListening = port.onMessage((message) => {
      if (this.destroyed || this.writableEnded) return;
      // Bytes before `begun` belong to the previous connection: dropped.
      if (message === 'begun' && !this.#hasBegun) {
        this.#hasBegun = true;
        this.emit('connect');
      } else if (message instanceof Uint8Array && this.#hasBegun) this.push(message);
    });
  }

  /** Called by the driver, as on a socket. Emits `connect` once the engine's session has been reset. */
  connect(): this {
    this.#port.post('begin');
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Pushed as it arrives: an answer is in memory already.
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#port.post(new Uint8Array(chunk));
    done();
  }

  /** A query is several messages that are written together: the engine gets them as one. */
  override _writev(chunks: readonly { readonly chunk: Uint8Array }[], done: () => void): void {
    const whole = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.byteLength, 0));
    let at = 0;
    for (const { chunk } of chunks) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    this.#port.post(whole);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopListening();
    done(error);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}

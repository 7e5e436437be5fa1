import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawClient {
  readonly socket: Socket;
  /** Sends text unchanged. */
  readonly send: (text: string) => void;
  /** Everything received so far. */
  readonly received: () => string;
  /** Everything received, once the server has ended the connection. */
  readonly ended: Promise<string>;
}

/** A connection on which a test can send what no HTTP client would. Half open: it may still send when the server has ended its side. */
export async function rawClient(port: number, { allowHalfOpen = false } = {}): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    received += text;
  });
  // A reset is an end too.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  await once(socket, 'connect');
  return { socket, send: (text) => void socket.write(text), received: () => received, ended };
}

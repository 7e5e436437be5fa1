import { Agent, request } from 'node:http';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How a request ended: its status, no answer in time, or a connection that was refused or lost. */
export type Ending = number | 'time-out' | 'lost';

/** A request that takes longer has failed. */
const answerMs = 30_000;

export interface Connections {
  /** Resolves with the time and result once the last byte of the answer has come, or the request has failed; never rejects. */
  readonly send: (sent: Sent) => Promise<Ending>;
  readonly close: () => void;
}

/**
 * Keep-alive connections, as many as there are parallel requests. Node's own client and not `fetch`: the client shares the machine with the
 * measured server, and this one costs about half.
 */
export function connections(origin: string): Connections {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/gu, '');
  return {
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve) => {
        const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
        const sending = request({ agent, host, port, method, path, headers: { ...headers, ...length } }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode ?? 'lost'));
          answer.once('error', () => resolve('lost'));
        });
        const giveUp = setTimeout(() => {
          resolve('time-out');
          sending.destroy();
        }, answerMs);
        sending.once('close', () => clearTimeout(giveUp));
        sending.once('error', () => resolve('lost'));
        sending.end(body);
      }),
    close: () => agent.destroy(),
  };
}

import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '#server/testing/listening.ts';
import type { Fault } from './fault-schedule.ts';

/** A write that the API accepted: its real effect, whatever answer the browser got. */
export interface Effect {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: string;
}

/** One request to the API: its times and its result. ms since the process began. */
export interface Passage {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: string;
  readonly fault: Fault | null;
  /** The browser repeated the request by itself: the console called once. */
  readonly isResent: boolean;
  /** The API's status; null where it never received the request, or has not answered. */
  status: number | null;
  answeredAt: number | null;
}

export interface ProxyDeps {
  /** Draws the fault of the next request to the API. */
  readonly draw: (isWrite: boolean) => Fault | null;
  readonly holdMs: () => number;
  /** False: the API receives no Idempotency-Key and no If-Match, and the browser no ETag. */
  readonly keys: boolean;
  /**
   * The minimum time from a request to the API's answer; half of it passes before the API receives the request. Other requests wait that
   * half too. ms.
   */
  readonly roundTripMs?: number;
}

export interface FaultyProxy extends AsyncDisposable {
  readonly origin: string;
  readonly effects: readonly Effect[];
  /** Every request to the API, for investigating a failure. */
  readonly passages: readonly Passage[];
  /** Requests to the API that were not reads, as the browser sent them. */
  readonly writes: () => number;
  /** Writes that the browser repeated by itself, and how many of them an API that ignores keys would have applied twice. */
  readonly resends: () => { readonly all: number; readonly keptBack: number };
  /** Counts every request to the API from now on. */
  readonly onRequest: (listener: ((method: string, path: string) => void) | null) => void;
  /** The API's address; requests before this call get a gateway's answer. */
  readonly leadTo: (origin: string) => void;
  readonly setRoundTrip: (ms: number) => void;
}

/**
 * Names the call that a request belongs to. Chromium itself repeats a request, even a POST, where a reused connection ends before the first
 * byte of an answer: both requests then have the same name.
 */
export const callHeader = 'x-call';

interface Upstream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const pages = {
  gateway: '<!doctype html><html><title>502 Bad Gateway</title><h1>Bad Gateway</h1></html>',
  portal: '<!doctype html><html><title>Wi-Fi</title><h1>Accept the terms</h1></html>',
} as const;

/** Headers that describe a connection, and not the answer. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Stands between the browser and the API; requests that are not calls of the API pass unchanged. */
export async function startFaultyProxy(deps: ProxyDeps): Promise<FaultyProxy> {
  const effects: Effect[] = [];
  const passages: Passage[] = [];
  let target: string | null = null;
  let writes = 0;
  const [came, taken] = [new Set<string>(), new Set<string>()];
  const resends = { all: 0, keptBack: 0 };
  let roundTripMs = deps.roundTripMs ?? 0;
  let listener: ((method: string, path: string) => void) | null = null;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const method = incoming.method ?? 'GET';
    const body = await bodyOf(incoming);
    if (!path.startsWith('/api/')) return answer(outgoing, await forward(incoming, body));
    const isWrite = method !== 'GET' && !path.startsWith('/api/login') && !path.endsWith('/preview');
    if (isWrite) writes += 1;
    listener?.(method, path);
    const dueAt = performance.now() + roundTripMs;
    if (roundTripMs > 0) await sleep(roundTripMs / 2);
    const call = textOf(incoming.headers[callHeader]);
    const isResent = isWrite && call !== null && came.has(call);
    if (call !== null) came.add(call);
    if (isResent) resends.all += 1;
    // No console could prevent this: it called once, and gets one answer. The repeat is counted and not forwarded.
    const isKeptBack = isResent && !deps.keys && taken.has(call);
    if (isKeptBack) resends.keptBack += 1;
    // Previews are not tested here, and their errors would be taken for the answer to a save.
    const fault = path.endsWith('/preview') || isKeptBack ? null : deps.draw(isWrite);
    const key = textOf(incoming.headers['idempotency-key']);
    const text = body.toString('latin1');
    const passage: Passage = { at: performance.now(), method, path, key, body: text, fault, isResent, status: null, answeredAt: null };
    passages.push(passage);
    if (isKeptBack) return void outgoing.destroy();
    const take = async () => {
      if (call !== null) taken.add(call);
      const upstream = await forward(incoming, body);
      Object.assign(passage, { status: upstream.status, answeredAt: performance.now() });
      if (isWrite && upstream.status < 300) effects.push({ at: performance.now(), method, path, key, body: text });
      const early = dueAt - performance.now();
      if (early > 0) await sleep(early);
      return upstream;
    };
    switch (fault) {
      case null:
        return answer(outgoing, await take());
      case 'requestLost':
      case 'requestCut':
        // Lost before it reaches the API, or cut off half-way: the API never receives a whole request.
        if (fault === 'requestCut') await forward(incoming, body, true).catch(() => null);
        return void outgoing.destroy();
      case 'answerLost':
        await take();
        return void outgoing.destroy();
      case 'answerCut': {
        const { status, headers, body: whole } = await take();
        outgoing.writeHead(status, { ...passedOn(headers), 'content-length': whole.byteLength + 1 });
        outgoing.write(whole.subarray(0, whole.byteLength / 2), () => outgoing.destroy());
        return;
      }
      case 'gatewayBefore':
        return page(outgoing, 502, pages.gateway);
      case 'gatewayAfter':
        await take();
        return page(outgoing, 504, pages.gateway);
      case 'portal':
        return page(outgoing, 200, pages.portal);
      case 'wrongShape':
        await take();
        return json(outgoing, 200, { status: 'success' });
      case 'throttled':
        return json(outgoing, 429, refusal('too_many_requests', 'Too many requests.'), { 'retry-after': '2' });
      case 'unavailable':
        return json(outgoing, 503, refusal('unavailable', 'Down for maintenance.'), { 'retry-after': '2' });
      case 'held': {
        const taken = await take();
        await sleep(deps.holdMs());
        return answer(outgoing, taken);
      }
    }
  }

  function forward(incoming: IncomingMessage, body: Buffer, cut = false): Promise<Upstream> {
    if (target === null) return Promise.reject(new Error('The API is not there yet.'));
    const headers: Record<string, string | string[] | undefined> = { ...incoming.headers };
    delete headers['connection'];
    delete headers['transfer-encoding'];
    delete headers[callHeader];
    if (body.byteLength > 0) headers['content-length'] = String(body.byteLength);
    if (!deps.keys && incoming.url?.startsWith('/api/'))
      for (const name of ['idempotency-key', 'if-match', 'if-none-match']) delete headers[name];
    const { hostname, port } = new URL(target);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (response) => {
        bodyOf(response).then((whole) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: whole }), reject);
      });
      sent.on('error', reject);
      if (!cut) return void sent.end(body);
      sent.write(body.subarray(0, body.byteLength / 2), () => {
        sent.destroy();
        reject(new Error('cut'));
      });
    });
  }

  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    // To the browser, a server that is gone is a broken connection.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });

  function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
    const passed: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || ofTheConnection.has(name) || (!deps.keys && name === 'etag')) continue;
      passed[name] = value;
    }
    return passed;
  }

  function answer(outgoing: ServerResponse, { status, headers, body }: Upstream): void {
    // 204 and 304 have no body to count.
    const length = status === 204 || status === 304 ? {} : { 'content-length': headers['content-length'] ?? body.byteLength };
    outgoing.writeHead(status, { ...passedOn(headers), ...length });
    outgoing.end(body);
  }

  return {
    origin: `http://127.0.0.1:${await listening(server)}`,
    effects,
    passages,
    writes: () => writes,
    resends: () => ({ ...resends }),
    onRequest: (next) => {
      listener = next;
    },
    leadTo: (origin) => {
      target = origin;
    },
    setRoundTrip: (ms) => {
      roundTripMs = ms;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function page(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
}

function json(outgoing: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const refusal = (code: string, message: string) => ({ error: { code, message, display_message: message } });

const textOf = (header: string | string[] | undefined): string | null => (Array.isArray(header) ? (header[0] ?? null) : (header ?? null));

import type { Harness } from '#server/testing/harness.ts';
import { openTestConsole } from '#src/offline/testing/test-console.ts';

type Send = (request: Request) => Promise<Response>;

/** A reference API of this process, and the token of a user who is signed in there. */
export interface SignedInApi extends Pick<Harness, 'app'> {
  readonly token: string;
}

/** The console's client store and sync in front of the API. `around`: sends each request, and may wait, or answer in the API's place. */
export function openConsole(
  { app, token }: SignedInApi,
  around: (request: Request, send: Send) => Promise<Response> = (request, send) => send(request),
) {
  const send: Send = async (request) => app.request(request, undefined, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
  return openTestConsole({ token, fetch: (input, init) => around(new Request(input, init), send) });
}

import { uploadFile } from '#contract/calls/files.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createApiClient } from './api-client.ts';

/** Replaces the browser's XMLHttpRequest; the test plays the network. */
class FakeRequest {
  /** Resolves with the next request that is sent. */
  static next = Promise.withResolvers<FakeRequest>();
  static readonly DONE = 4;
  readyState = 1;
  status = 0;
  responseText = '';
  responseURL = '';
  aborted = false;
  sent: FormData | null = null;
  readonly headers = new Map<string, string>();
  readonly upload: { onprogress: ((event: { lengthComputable: boolean; loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onprogress: (() => void) | null = null;
  open(_method: string, url: string): void {
    this.responseURL = new URL(url, location.href).href;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\n';
  }
  send(form: FormData): void {
    this.sent = form;
    FakeRequest.next.resolve(this);
  }
  abort(): void {
    this.aborted = true;
  }
  answer(status: number, body: unknown): void {
    this.readyState = FakeRequest.DONE;
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

afterEach(() => vi.unstubAllGlobals());

async function begin(more: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {}) {
  FakeRequest.next = Promise.withResolvers<FakeRequest>();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const client = createApiClient({ baseUrl: '/api', credentials: () => ({ token: 't', accountId: 'a1' }), onResult: () => undefined });
  const shares: number[] = [];
  const result = client.call(uploadFile, {
    params: { websiteId: '5' },
    body: { setting_key: 'favicon', category: 'site_info' },
    files: [{ blob: new Blob(['picture']), name: 'logo.png' }],
    idempotencyKey: 'op1',
    onProgress: (share) => shares.push(share),
    ...more,
  });
  return { result, shares, request: await FakeRequest.next.promise };
}

it('sends the fields, then the file, under its key, and reports its progress', async () => {
  const { result, shares, request } = await begin();
  expect([...(request.sent?.keys() ?? [])]).toEqual(['setting_key', 'category', 'files[]']);
  expect(Object.fromEntries(request.headers)).toMatchObject({ authorization: 'Bearer t', 'idempotency-key': 'op1', 'x-account-id': 'a1' });
  request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
  expect(shares).toEqual([0.25]);
  request.answer(201, { data: [{ id: 7, name: 'logo.png' }] });
  expect(await result).toMatchObject({ kind: 'answered', data: [{ id: '7' }] });
});

it('reads a refusal in the shape of the API', async () => {
  const { result, request } = await begin();
  request.answer(413, { error: { code: 'payload_too_large', message: 'Too large.' } });
  expect(await result).toMatchObject({ kind: 'refused', status: 413, message: 'Too large.' });
});

it("takes a proxy's page, and a redirect, for no answer of the API", async () => {
  const portal = await begin();
  portal.request.answer(200, { welcome: true });
  expect(await portal.result).toMatchObject({ kind: 'foreign' });
  const moved = await begin();
  moved.request.responseURL = 'https://wifi.example/accept';
  moved.request.answer(201, { data: [{ id: 7 }] });
  expect(await moved.result).toMatchObject({ kind: 'foreign' });
});

it('ends when it is aborted, when the connection breaks, and when it makes no progress', async () => {
  const stop = new AbortController();
  const given = await begin({ signal: stop.signal });
  stop.abort();
  expect(await given.result).toEqual({ kind: 'aborted' });
  expect(given.request.aborted).toBe(true);
  const broken = await begin();
  broken.request.onerror?.();
  expect(await broken.result).toEqual({ kind: 'noAnswer', reason: 'network' });
  const stalled = await begin({ timeoutMs: 20 });
  expect(await stalled.result).toEqual({ kind: 'noAnswer', reason: 'timeout' });
  expect(stalled.request.aborted).toBe(true);
});

import { filesPart } from '#contract/calls/files.ts';
import type { Aborted, NoAnswer } from '#contract/api-result.ts';

interface MultipartOptions {
  readonly body?: unknown;
  readonly files?: readonly { readonly blob: Blob; readonly name: string }[];
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** An upload without progress for this long is aborted. 5 MB take their time on a slow connection. ms. */
const stallMs = 30_000;
/** The status given to an answer after a redirect, which the API never sends. */
const redirected = 302;

/**
 * Sends a multipart body. By XMLHttpRequest, since fetch does not report upload progress. Never rejects: a connection
 * that died is a result.
 */
export function sendMultipart(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  { body, files = [], onProgress, signal, timeoutMs = stallMs }: MultipartOptions,
): Promise<Response | NoAnswer | Aborted> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ kind: 'aborted' });
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (result: Response | NoAnswer | Aborted): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(result);
      if (request.readyState !== XMLHttpRequest.DONE) request.abort();
    };
    const giveUp = () => end({ kind: 'aborted' });
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'noAnswer', reason: 'timeout' }), timeoutMs);
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      moved();
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onprogress = moved;
    request.onerror = () => end({ kind: 'noAnswer', reason: 'network' });
    request.onload = () => end(responseOf(request, url));
    signal?.addEventListener('abort', giveUp);
    moved();
    request.send(formOf(body, files));
  });
}

function formOf(body: unknown, files: MultipartOptions['files']): FormData {
  const form = new FormData();
  // Fields first: a server that streams the body has them when the file arrives.
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value));
  for (const { blob, name } of files ?? []) form.append(filesPart, blob, name);
  return form;
}

function responseOf(request: XMLHttpRequest, url: string): Response {
  const wasRedirected = request.responseURL !== '' && request.responseURL !== new URL(url, location.href).href;
  if (wasRedirected) return new Response(null, { status: redirected });
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/u)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // A Response with one of these statuses must have no body.
  const bare = [204, 205, 304].includes(request.status);
  return new Response(bare ? null : request.responseText, { status: request.status, headers });
}

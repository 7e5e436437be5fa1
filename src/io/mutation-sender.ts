import { bulkUpdateBlocks, listBlocks } from '#contract/calls/blocks.ts';
import type { Call } from '#contract/calls/define.ts';
import { uploadFile } from '#contract/calls/files.ts';
import { type Json, toJson } from '#contract/json.ts';
import { isProblem, type ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import type { CallRequest } from '#contract/resources/mutation.ts';
import type { ApiClient } from './api-client.ts';
import { sendOrder } from './block-order.ts';
import type { CallOptions, DeliveryOptions, SendOptions } from './call-options.ts';
import { fetchBlocks } from './read-blocks.ts';

/** The files of pending uploads, and the transfers that screens watch. */
export interface UploadFiles {
  /** Null where the file is no longer on this device. */
  file(entry: Pick<OutboxEntry, 'userId'>, localId: string): Promise<{ readonly blob: Blob; readonly name: string } | null>;
  /** `onProgress` takes the share that is sent, 0 to 1. The signal aborts the upload. */
  beginTransfer(localId: string): { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };
  endTransfer(localId: string): void;
}

/**
 * How mutations reach the API: the call that has the effect, and the preflight read that shows whether an earlier one had it. Every
 * call of both carries the options, so that the credentials of a user who signs in meanwhile are never used.
 */
export interface MutationSender {
  send(entry: OutboxEntry, ifMatch: string | null, options: SendOptions): Promise<ApiResult<Json>>;
  read(entry: OutboxEntry, options: DeliveryOptions): Promise<ApiResult<Json>>;
}

export function createMutationSender(client: ApiClient, uploadFiles: UploadFiles): MutationSender {
  /** Throws for an entry that this version can't read: the drainer never sends one. */
  const bound = (entry: OutboxEntry) => {
    const mutation = bind(entry);
    if (!mutation) throw new Error('an entry that can’t be read');
    return mutation;
  };

  const called = async ({ call, mostPages: _, ...request }: CallRequest, more: Partial<CallOptions<Call>>): Promise<ApiResult<Json>> =>
    plain(await client.call(call, { ...request, ...more }));

  /** Reads the pages of a list, one after the other, as one answer. `pagination`: of the first, with the highest total. */
  async function readPages(request: CallRequest, options: DeliveryOptions): Promise<ApiResult<Json>> {
    const first = await called(request, options);
    if (first.kind !== 'answered' || first.pagination === null) return first;
    const last = Math.min(first.pagination.last_page, (request.mostPages ?? 1) - 1);
    const rows = [...rowsOf(first.data)];
    let { total } = first.pagination;
    for (let page = 1; page <= last; page += 1) {
      const next = await called({ ...request, query: { ...request.query, page } }, options);
      if (next.kind !== 'answered') return next;
      rows.push(...rowsOf(next.data));
      total = Math.max(total, next.pagination?.total ?? total);
    }
    return last < 1 ? first : { ...first, data: rows, pagination: { ...first.pagination, total } };
  }

  async function upload(entry: OutboxEntry, { params, body }: CallRequest, options: SendOptions): Promise<ApiResult<Json>> {
    const localId = bound(entry).localId ?? '';
    const file = await uploadFiles.file(entry, localId);
    if (!file) throw new Error('the file of an upload is gone');
    if (!(await options.mayLeave())) return { kind: 'notStarted' };
    const { signal, onProgress } = uploadFiles.beginTransfer(localId);
    try {
      const result = await client.call(uploadFile, {
        params: { websiteId: params['websiteId'] ?? '' },
        body: body ?? {},
        files: [file],
        idempotencyKey: entry.opId,
        credentials: options.credentials,
        signal: AbortSignal.any([signal, options.signal]),
        onProgress,
      });
      // An answer that names no file does not come from the API.
      if (result.kind === 'answered' && result.data.length === 0) return { kind: 'foreign', status: 200, retryAfterMs: null };
      return plain(result);
    } finally {
      uploadFiles.endTransfer(localId);
    }
  }

  return {
    async send(entry, ifMatch, options) {
      const mutation = bound(entry);
      const request = mutation.send();
      if (request.call === uploadFile) return upload(entry, request, options);
      const { mayLeave, ...carried } = options;
      // Only where the tag covers exactly what the call changes.
      const tag = ifMatch !== null && mutation.isTagged ? { ifMatch } : {};
      const result = await called(request, { idempotencyKey: entry.opId, ...tag, ...carried });
      return request.call === bulkUpdateBlocks ? sendOrder(client, entry, result, { mayLeave, ...carried }) : result;
    },
    async read(entry, options) {
      const request = bound(entry).read();
      // Where the API's list leaves out the settings of blocks, each block is requested.
      if (request.call === listBlocks) return plain(await fetchBlocks(client, request.params['websiteId'] ?? '', options));
      return readPages(request, options);
    },
  };
}

function rowsOf(data: Json): readonly Json[] {
  return Array.isArray(data) ? data : [];
}

function plain<Data>(result: ApiResult<Data>): ApiResult<Json> {
  return isProblem(result) ? result : { ...result, data: toJson(result.data) };
}

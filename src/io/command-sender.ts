import { listFiles, uploadFile } from '#contract/calls/files.ts';
import { listSettings, updateSettings } from '#contract/calls/settings.ts';
import { filesUploadBodySchema, uploadFieldsOf } from '#contract/mutations/files-upload.ts';
import { settingsSaveBodySchema } from '#contract/mutations/settings-save.ts';
import { toJson } from '#contract/json.ts';
import { isProblem } from '#contract/api-result.ts';
import type { MutationName, OutboxEntry } from '#contract/outbox-entry.ts';
import * as v from 'valibot';
import type { ApiClient } from './api-client.ts';
import { createBlockSenders } from './block-senders.ts';
import type { Sender } from './sender.ts';

/** Files that wait on this device, and who watches them leave. */
export interface Outgoing {
  /** Null where the file is not here any more. */
  file(row: Pick<OutboxEntry, 'userId'>, localId: string): Promise<{ readonly blob: Blob; readonly name: string } | null>;
  /** Told as the file leaves, 0 to 1; the signal gives the upload up. */
  leaving(localId: string): { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };
  left(localId: string): void;
}

export function createCommandSenders(client: ApiClient, outgoing: Outgoing): { readonly [Name in MutationName]: Sender } {
  return {
    ...createBlockSenders(client),
    'settings.save': {
      send(row, ifMatch, options) {
        const { settings } = v.parse(settingsSaveBodySchema, row.body);
        return client.call(updateSettings, {
          params: { websiteId: row.websiteId ?? '' },
          body: { data: { settings } },
          idempotencyKey: row.opId,
          ...(ifMatch ? { ifMatch } : {}),
          ...options,
        });
      },
      read(row, options) {
        const { category } = v.parse(settingsSaveBodySchema, row.body);
        return client.call(listSettings, { params: { websiteId: row.websiteId ?? '', selector: category }, ...options });
      },
    },
    'files.upload': {
      async send(row, _, options) {
        const body = v.parse(filesUploadBodySchema, row.body);
        const file = await outgoing.file(row, body.localId);
        if (!file) throw new Error('the file of an upload is gone');
        if (!(await options.mayLeave())) return { kind: 'notStarted' };
        const { signal, onProgress } = outgoing.leaving(body.localId);
        try {
          const outcome = await client.call(uploadFile, {
            params: { websiteId: row.websiteId ?? '' },
            body: uploadFieldsOf(body),
            files: [file],
            idempotencyKey: row.opId,
            credentials: options.credentials,
            signal: AbortSignal.any([signal, options.signal]),
            onProgress,
          });
          if (isProblem(outcome)) return outcome;
          // An answer that names no file is no answer of ours.
          if (outcome.data.length === 0) return { kind: 'foreign', status: 200, retryAfterMs: null };
          return { ...outcome, data: toJson(outcome.data) };
        } finally {
          outgoing.left(body.localId);
        }
      },
      async read(row, options) {
        const outcome = await client.call(listFiles, {
          params: { websiteId: row.websiteId ?? '' },
          query: { per_page: 100, sort: '-created_at' },
          ...options,
        });
        return isProblem(outcome) ? outcome : { ...outcome, data: toJson(outcome.data) };
      },
    },
  };
}

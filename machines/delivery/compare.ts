import { compareSettings, settingsSaveBodySchema } from '#contract/commands/settings-save.ts';
import { filesUploadBodySchema, findUploaded } from '#contract/commands/files-upload.ts';
import { fileSchema } from '#contract/entities/file.ts';
import { settingSchema } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import type { QueueRow, RowError } from '#contract/queue.ts';
import * as v from 'valibot';

/** What a read shows of a row: already so, safe to send, or for a person to decide. `unreadable`: not what was asked for. */
export type RowComparison =
  | { readonly kind: 'done' }
  | { readonly kind: 'send' }
  | { readonly kind: 'conflict'; readonly error: RowError }
  | { readonly kind: 'unreadable' };

/** Three-way comparison of a row with what the server holds now. A new command is one case here. */
export function compareRow(row: Pick<QueueRow, 'command' | 'body' | 'base' | 'createdAt'>, theirs: Json): RowComparison {
  switch (row.command) {
    case 'settings.save': {
      const body = v.safeParse(settingsSaveBodySchema, row.body);
      const stored = v.safeParse(v.array(settingSchema), theirs);
      if (!body.success || !stored.success) return { kind: 'unreadable' };
      const comparison = compareSettings(body.output, row.base, stored.output);
      if (comparison.kind !== 'conflict') return comparison;
      const values = Object.fromEntries(comparison.fields.map((field) => [field.key, field.theirs]));
      return { kind: 'conflict', error: { code: 'conflict', message: '', fields: {}, theirs: values } };
    }
    case 'files.upload': {
      const body = v.safeParse(filesUploadBodySchema, row.body);
      const files = v.safeParse(v.array(fileSchema), theirs);
      if (!body.success || !files.success) return { kind: 'unreadable' };
      return { kind: findUploaded(files.output, body.output, row.base, row.createdAt) ? 'done' : 'send' };
    }
  }
}

import {
  blockFields,
  blocksCreateBodySchema,
  blocksDeleteBodySchema,
  blockSettingsSaveBodySchema,
  blockSettingValues,
  blocksOrderBodySchema,
  blocksShowBodySchema,
  compareBlockFields,
  findCreated,
  halfwayOrders,
  orderField,
  orderValues,
  showValues,
} from '#contract/mutations/blocks.ts';
import { type Comparison, compareSettings, settingsSaveBodySchema, type UnconfirmedWrites } from '#contract/mutations/settings-save.ts';
import { filesUploadBodySchema, findUploaded } from '#contract/mutations/files-upload.ts';
import { blockSchema } from '#contract/entities/block.ts';
import { fileSchema } from '#contract/entities/file.ts';
import { settingSchema } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry, EntryError } from '#contract/outbox-entry.ts';
import * as v from 'valibot';

/** What a read shows of a row: already so, safe to send, or for a person to decide. `unreadable`: not what was asked for. */
export type RowComparison =
  | { readonly kind: 'done' }
  | { readonly kind: 'send' }
  | { readonly kind: 'conflict'; readonly error: EntryError }
  | { readonly kind: 'unreadable' };

const unreadable = { kind: 'unreadable' } as const;

/** Three-way comparison of a row with what the server holds now. A new command is one case here. */
export function compareRow(
  row: Pick<OutboxEntry, 'command' | 'body' | 'base' | 'createdAt'> & UnconfirmedWrites,
  theirs: Json,
): RowComparison {
  switch (row.command) {
    case 'settings.save': {
      const body = v.safeParse(settingsSaveBodySchema, row.body);
      const stored = v.safeParse(v.array(settingSchema), theirs);
      if (!body.success || !stored.success) return unreadable;
      return judged(compareSettings(body.output, row.base, stored.output, row));
    }
    case 'blocks.order': {
      const body = v.safeParse(blocksOrderBodySchema, row.body);
      if (!body.success) return unreadable;
      const halfway = row.mayHaveBeenApplied ? (halfwayOrders(body.output, row.base)[orderField] ?? []) : [];
      // Beside what an earlier order may have left, which this one carries on.
      const maybeOurs = { ...row.maybeOurs, [orderField]: [...(row.maybeOurs[orderField] ?? []), ...halfway] };
      return compareBlocks({ ...row, maybeOurs }, theirs, orderValues(body.output), null);
    }
    case 'blocks.show': {
      const body = v.safeParse(blocksShowBodySchema, row.body);
      return body.success ? compareBlocks(row, theirs, showValues(body.output), body.output.blockId) : unreadable;
    }
    case 'block-settings.save': {
      const body = v.safeParse(blockSettingsSaveBodySchema, row.body);
      return body.success ? compareBlocks(row, theirs, blockSettingValues(body.output), body.output.blockId) : unreadable;
    }
    case 'blocks.create': {
      const body = v.safeParse(blocksCreateBodySchema, row.body);
      const blocks = v.safeParse(v.array(blockSchema), theirs);
      if (!body.success || !blocks.success) return unreadable;
      return { kind: findCreated(blocks.output, body.output, row.base) ? 'done' : 'send' };
    }
    case 'blocks.delete': {
      const body = v.safeParse(blocksDeleteBodySchema, row.body);
      const blocks = v.safeParse(v.array(blockSchema), theirs);
      if (!body.success || !blocks.success) return unreadable;
      return { kind: blocks.output.some(({ id }) => id === body.output.blockId) ? 'send' : 'done' };
    }
    case 'files.upload': {
      const body = v.safeParse(filesUploadBodySchema, row.body);
      const files = v.safeParse(v.array(fileSchema), theirs);
      if (!body.success || !files.success) return unreadable;
      return { kind: findUploaded(files.output, body.output, row.base, row.createdAt) ? 'done' : 'send' };
    }
  }
}

function judged(comparison: Comparison): RowComparison {
  if (comparison.kind !== 'conflict') return comparison;
  const theirs = Object.fromEntries(comparison.fields.map((field) => [field.key, field.theirs]));
  return { kind: 'conflict', error: { code: 'conflict', message: '', fields: {}, theirs } };
}

/** A change of a block that somebody has deleted has nothing to be laid over. */
function compareBlocks(
  row: Pick<OutboxEntry, 'base'> & UnconfirmedWrites,
  theirs: Json,
  values: Readonly<Record<string, Json>>,
  blockId: string | null,
): RowComparison {
  const blocks = v.safeParse(v.array(blockSchema), theirs);
  if (!blocks.success) return unreadable;
  if (blockId !== null && !blocks.output.some(({ id }) => id === blockId))
    return { kind: 'conflict', error: { code: 'gone', message: '', fields: {} } };
  return judged(compareBlockFields(values, row.base, blockFields(blocks.output), row));
}

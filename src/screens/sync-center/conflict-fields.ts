import {
  blockSettingsSaveBodySchema,
  blockSettingValues,
  blocksOrderBodySchema,
  blocksShowBodySchema,
  enabledField,
  orderField,
  settingField,
} from '#contract/commands/blocks.ts';
import { settingsSaveBodySchema } from '#contract/commands/settings-save.ts';
import type { Json } from '#contract/json.ts';
import type { QueueRow } from '#contract/queue.ts';
import { settingOf } from '#contract/settings/index.ts';
import * as v from 'valibot';

/** One thing that two people changed, with both values in words. */
export interface ConflictLine {
  readonly key: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** What a person has to choose about, in the order of the change. */
export function conflictLines(row: QueueRow): readonly ConflictLine[] {
  const theirs = row.lastError?.theirs ?? {};
  return changedIn(row)
    .filter(({ key }) => key in theirs)
    .map(({ key, label, mine, words = textOf }) => ({
      key,
      label,
      mine: words(mine, 'mine'),
      theirs: words(theirs[key] ?? null, 'theirs'),
    }));
}

interface Changed {
  readonly key: string;
  readonly label: string;
  readonly mine: Json;
  readonly words?: (value: Json, side: 'mine' | 'theirs') => string;
}

function changedIn({ command, body }: QueueRow): readonly Changed[] {
  switch (command) {
    case 'settings.save': {
      const read = v.safeParse(settingsSaveBodySchema, body);
      return read.success
        ? read.output.settings.map(({ key, value }) => ({ key, label: settingOf(key)?.field.label ?? key, mine: value }))
        : [];
    }
    case 'blocks.order': {
      const read = v.safeParse(blocksOrderBodySchema, body);
      const words = (_: Json, side: 'mine' | 'theirs') =>
        side === 'mine' ? 'The order that you made' : 'The order that somebody else made';
      return read.success ? [{ key: orderField, label: 'Order of the blocks', mine: read.output.order, words }] : [];
    }
    case 'blocks.show': {
      const read = v.safeParse(blocksShowBodySchema, body);
      if (!read.success) return [];
      const { blockId, label, enabled } = read.output;
      return [{ key: enabledField(blockId), label, mine: enabled, words: (value) => (value === false ? 'Hidden' : 'Shown') }];
    }
    case 'block-settings.save': {
      const read = v.safeParse(blockSettingsSaveBodySchema, body);
      if (!read.success) return [];
      const { blockId, label, settings } = read.output;
      const values = blockSettingValues(read.output);
      return settings.map(({ key }) => {
        const field = settingField(blockId, key);
        return { key: field, label: `${label}: ${key.replaceAll('_', ' ')}`, mine: values[field] ?? null };
      });
    }
    default:
      return [];
  }
}

function textOf(value: Json): string {
  const first = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  if (first === null || first === undefined || first === '') return '(empty)';
  if (typeof first === 'boolean') return first ? 'On' : 'Off';
  return typeof first === 'object' ? JSON.stringify(first) : String(first);
}

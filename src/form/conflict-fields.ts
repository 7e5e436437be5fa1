import { blockField } from '#contract/blocks/block-screen.ts';
import { listedBlocks } from '#contract/blocks/order.ts';
import {
  blockSettingsBodySchema,
  blockSettingValues,
  reorderBlocksBodySchema,
  updateBlockBodySchema,
  enabledField,
  orderField,
  settingField,
} from '#contract/resources/blocks.ts';
import type { Block } from '#contract/entities/block.ts';
import { asWire } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { readWire } from '#contract/fields/index.ts';
import { settingOf } from '#contract/settings/index.ts';
import * as v from 'valibot';

/** One field or record that two people changed, with both values. */
export type ConflictLine = { readonly key: string; readonly label: string } & (
  | { readonly kind: 'field'; readonly field: Field; readonly mine: FieldValue; readonly theirs: FieldValue }
  | { readonly kind: 'order'; readonly mine: readonly string[]; readonly theirs: readonly string[] }
  | { readonly kind: 'text'; readonly mine: string; readonly theirs: string }
);

/** The cached blocks of the website. `idMap`: the server's ids by local id. */
export interface KnownBlocks {
  readonly blocks: readonly Block[];
  readonly idMap: Readonly<Record<string, string>>;
}

const noBlocks: KnownBlocks = { blocks: [], idMap: {} };

/** The fields or records in conflict, in the order of the change. */
export function conflictLines(entry: OutboxEntry, known: KnownBlocks = noBlocks): readonly ConflictLine[] {
  const theirs = entry.lastError?.theirs ?? {};
  return changedIn(entry, known).flatMap(({ key, label, lineOf }) =>
    key in theirs ? [{ key, label, ...lineOf(theirs[key] ?? null) }] : [],
  );
}

type Values<Line> = Line extends ConflictLine ? Omit<Line, 'key' | 'label'> : never;

interface Changed {
  readonly key: string;
  readonly label: string;
  readonly lineOf: (theirs: Json) => Values<ConflictLine>;
}

function changedIn(entry: OutboxEntry, known: KnownBlocks): readonly Changed[] {
  const ofBlocks = blockLines[mutationName(entry)];
  if (ofBlocks) return ofBlocks(entry.body, known);
  const bound = bind(entry);
  return Object.entries(bound?.values ?? {}).map(([key, value]) => {
    const field = (entry.resource === 'settings' ? settingOf(key)?.field : bound?.fieldOf(key)) ?? null;
    const wire = (each: Json) => bound?.wireOf(each) ?? null;
    return { key, label: field?.label ?? key, lineOf: (theirs) => valuesOf(field, wire(value), wire(theirs)) };
  });
}

/** The changes of mutations that concern blocks, which have no settings form. */
const blockLines: Readonly<Record<string, (body: Json, known: KnownBlocks) => readonly Changed[]>> = {
  'block.reorder'(body, known) {
    const read = v.safeParse(reorderBlocksBodySchema, body);
    if (!read.success) return [];
    const lineOf = (theirs: Json) =>
      ({ kind: 'order', mine: namesOf(read.output.order, known), theirs: namesOf(Array.isArray(theirs) ? theirs : [], known) }) as const;
    return [{ key: orderField, label: 'Order of the blocks', lineOf }];
  },
  'block.update'(body) {
    const read = v.safeParse(updateBlockBodySchema, body);
    if (!read.success) return [];
    const { blockId, label, enabled } = read.output;
    const lineOf = (theirs: Json) => ({ kind: 'text', mine: visibilityLabel(enabled), theirs: visibilityLabel(theirs !== false) }) as const;
    return [{ key: enabledField(blockId), label, lineOf }];
  },
  'block-settings.update'(body, known) {
    const read = v.safeParse(blockSettingsBodySchema, body);
    if (!read.success) return [];
    const { blockId, label, settings } = read.output;
    const values = blockSettingValues(read.output);
    const block = known.blocks.find(({ id }) => id === (known.idMap[blockId] ?? blockId));
    return settings.map(({ key }) => {
      const name = settingField(blockId, key);
      const setting = block?.settings?.find((each) => each.key === key);
      const field = block && setting ? blockField(block.key, setting, null) : null;
      return {
        key: name,
        label: `${label}: ${field?.label ?? key.replaceAll('_', ' ')}`,
        lineOf: (theirs) => valuesOf(field, values[name] ?? null, theirs),
      };
    });
  },
};

const visibilityLabel = (isVisible: boolean): string => (isVisible ? 'Shown' : 'Hidden');

/** Two wire values read by their field; as text where this version does not know the field. */
function valuesOf(field: Field | null, mine: Json, theirs: Json): Values<ConflictLine> {
  if (field === null) return { kind: 'text', mine: textOf(mine), theirs: textOf(theirs) };
  return { kind: 'field', field, mine: readWire(field, asWire(mine)).value, theirs: readWire(field, asWire(theirs)).value };
}

/** The listed blocks of an order, from the top. */
function namesOf(order: readonly Json[], { blocks, idMap }: KnownBlocks): readonly string[] {
  const listed = new Map(listedBlocks(blocks).map(({ id, label }) => [id, label]));
  return order.flatMap((id) => listed.get(typeof id === 'string' ? (idMap[id] ?? id) : '') ?? []);
}

function textOf(value: Json): string {
  const first = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  if (first === null || first === undefined || first === '') return 'Empty';
  if (typeof first === 'boolean') return first ? 'On' : 'Off';
  return typeof first === 'object' ? JSON.stringify(first) : String(first);
}

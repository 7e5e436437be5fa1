import {
  type BlockSettingsSaveBody,
  blockSettingsSaveBodySchema,
  blockSettingValues,
  blockTarget,
  settingField,
} from '#contract/mutations/blocks.ts';
import { isLocalId } from '#contract/mutations/local-id.ts';
import { type Block, type BlockSetting, blockSettingSchema, type BlockSettingWrite } from '#contract/entities/block.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import { type Json, toJson } from '#contract/json.ts';
import * as v from 'valibot';
import { aliasedBase, onBlockList, readBlockList } from './block-list.ts';
import type { Aliases, MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { localBlock } from './local-block.ts';
import { parsedBy } from './parsed-by.ts';

/** A block's settings with a save laid over them. */
export function withSettings(blocks: readonly Block[], blockId: string, writes: readonly BlockSettingWrite[]): readonly Block[] {
  const values = new Map(writes.map(({ key, value }) => [key, value]));
  return blocks.map((block) => (block.id === blockId ? { ...block, settings: settingsWith(block.settings ?? [], values) } : block));
}

/** A setting that the list lacks is added: what was saved must not vanish because an API leaves settings out. */
function settingsWith(settings: readonly BlockSetting[], values: ReadonlyMap<string, WireValue>): readonly BlockSetting[] {
  const known = new Set(settings.map(({ key }) => key));
  const changed = settings.map((setting) => (values.has(setting.key) ? { ...setting, value: values.get(setting.key) ?? null } : setting));
  const added = [...values].filter(([key]) => !known.has(key)).map(([key, value]) => ({ ...unknownSetting, key, value }));
  return [...changed, ...added];
}

/** Of a setting that the API has not described: an input of no known type, which is left out of forms. */
const unknownSetting = { label: '', type: '', priority: 0, default: null };

const settingList = parsedBy(v.array(blockSettingSchema));

/** Saves settings of one block; collapsed per key. */
export const blockSettingsSave: MutationDefinition<BlockSettingsSaveBody> = {
  ...defaults,
  ...onBlockList,
  parse: parsedBy(blockSettingsSaveBodySchema),
  target: (_, { blockId }) => blockTarget(blockId),
  merge: (earlier, later) => ({
    body: {
      ...later.body,
      settings: [...new Map([...earlier.body.settings, ...later.body.settings].map((write) => [write.key, write])).values()],
    },
    base: { ...later.base, ...earlier.base },
  }),
  values: blockSettingValues,
  take(cached, { blockId, settings }, answer) {
    const answered = (settingList(answer?.data) ?? []).map(({ key, value }) => ({ key, value }));
    return toJson(withSettings(readBlockList(cached), blockId, [...settings, ...answered]));
  },
  resolve({ body, base }, error, choices) {
    const theirs = error.theirs ?? {};
    const field = ({ key }: BlockSettingWrite) => settingField(body.blockId, key);
    const settings = body.settings.filter((write) => !(field(write) in theirs) || choices[field(write)] !== 'theirs');
    if (settings.length === 0) return null;
    const baseOf = (name: string) => (name in theirs ? theirs[name] : base[name]) ?? null;
    return { body: { ...body, settings }, base: Object.fromEntries(settings.map((write) => [field(write), baseOf(field(write))])) };
  },
  references: (body) => ({ ...localBlock(body), ...localFiles(body.settings) }),
  withAliases: ({ body, base }, aliases) => ({
    body: {
      ...body,
      blockId: aliases.get(body.blockId) ?? body.blockId,
      settings: body.settings.map(({ key, value }) => ({ key, value: value?.map((item) => aliased(item, aliases)) ?? null })),
    },
    base: aliasedBase(base, aliases),
  }),
  words: ({ label, settings }) => `${label}: ${settings.map(({ key }) => key.replaceAll('_', ' ')).join(', ')}`,
};

const aliased = (item: Json, aliases: Aliases): Json => (typeof item === 'string' ? (aliases.get(item) ?? item) : item);

/** Files that wait on this device, by the setting that names each. */
function localFiles(settings: readonly BlockSettingWrite[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings.flatMap(({ key, value }) => (value ?? []).filter(isLocalId).map((id, at) => [at === 0 ? key : `${key}/${at}`, id] as const)),
  );
}

import * as v from 'valibot';
import { blockPath } from '../blocks/paths.ts';
import { updateThemeSettings } from '../calls/blocks.ts';
import { type Block, type BlockSetting, blockSettingSchema, type BlockSettingWrite } from '../entities/block.ts';
import type { WireValue } from '../entities/setting.ts';
import { type Json, toJson } from '../json.ts';
import { parsedBy } from '../parsed-by.ts';
import { compareBlocks, localBlock, onBlockList, readBlockList, withServerIdsInBase } from './block-mutations.ts';
import { type BlockSettingsBody, blockSettingsBodySchema, blockSettingValues, blockTarget, settingField } from './blocks.ts';
import { decidedBy } from './compare-fields.ts';
import { isLocalId } from './local-id.ts';
import type { IdMap, MutationDefinition } from './mutation.ts';

const settingList = parsedBy(v.array(blockSettingSchema));

/** The blocks with a save of one's settings applied. */
export function withSettings(blocks: readonly Block[], blockId: string, writes: readonly BlockSettingWrite[]): readonly Block[] {
  const values = new Map(writes.map(({ key, value }) => [key, value]));
  return blocks.map((block) => (block.id === blockId ? { ...block, settings: settingsWith(block.settings ?? [], values) } : block));
}

/** A setting that the list lacks is added: a saved value must not vanish because an API leaves settings out. */
function settingsWith(settings: readonly BlockSetting[], values: ReadonlyMap<string, WireValue>): readonly BlockSetting[] {
  const known = new Set(settings.map(({ key }) => key));
  const changed = settings.map((setting) => (values.has(setting.key) ? { ...setting, value: values.get(setting.key) ?? null } : setting));
  const added = [...values].filter(([key]) => !known.has(key)).map(([key, value]) => ({ ...unknownSetting, key, value }));
  return [...changed, ...added];
}

/** For a setting that the API has not described: an input of an unknown type, which forms leave out. */
const unknownSetting = { label: '', type: '', priority: 0, default: null };

const withServerId = (item: Json, ids: IdMap): Json => (typeof item === 'string' ? (ids.get(item) ?? item) : item);

/** Files that are pending on this device, by the setting that names each. */
function localFiles(settings: readonly BlockSettingWrite[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings.flatMap(({ key, value }) => (value ?? []).filter(isLocalId).map((id, at) => [at === 0 ? key : `${key}/${at}`, id] as const)),
  );
}

const wordsOf = (key: string): string => key.replaceAll('_', ' ');

/** Saves settings of one block; merged by key. */
export const updateBlockSettingsMutation: MutationDefinition<BlockSettingsBody> = {
  ...onBlockList,
  isByField: true,
  parse: parsedBy(blockSettingsBodySchema),
  target: (scope, { blockId }) => blockTarget(scope, blockId),
  merge: (earlier, later) => ({
    body: {
      ...later.body,
      settings: [...new Map([...earlier.body.settings, ...later.body.settings].map((write) => [write.key, write])).values()],
    },
    base: { ...later.base, ...earlier.base },
  }),
  values: blockSettingValues,
  applyToCache(cached, { blockId, settings }, answer) {
    const answered = (settingList(answer?.data) ?? []).map(({ key, value }) => ({ key, value }));
    return toJson(withSettings(readBlockList(cached), blockId, [...settings, ...answered]));
  },
  resolve({ body, base }, error, choices) {
    const kept = decidedBy(blockSettingValues(body), base, error.theirs ?? {}, choices);
    if (!kept) return null;
    const settings = body.settings.filter(({ key }) => settingField(body.blockId, key) in kept.values);
    return { body: { ...body, settings }, base: kept.base };
  },
  references: (body) => ({ ...localBlock(body), ...localFiles(body.settings) }),
  withServerIds: ({ body, base }, ids) => ({
    body: {
      ...body,
      blockId: ids.get(body.blockId) ?? body.blockId,
      settings: body.settings.map(({ key, value }) => ({ key, value: value?.map((item) => withServerId(item, ids)) ?? null })),
    },
    base: withServerIdsInBase(base, ids),
  }),
  send: (websiteId, { blockId, settings }) => ({
    call: updateThemeSettings,
    params: { websiteId, blockId },
    body: { data: { settings } },
  }),
  compare: ({ body, base }, theirs, compared) =>
    compareBlocks({ values: blockSettingValues(body), base, blockId: body.blockId }, theirs, compared),
  screenPath: ({ blockId }) => blockPath(blockId),
  labelOf: ({ blockId, label, settings }, field) => {
    const setting = settings.find(({ key }) => settingField(blockId, key) === field);
    return setting ? `${label}: ${wordsOf(setting.key)}` : label;
  },
  describe: ({ label, settings }) => `${label}: ${settings.map(({ key }) => wordsOf(key)).join(', ')}`,
};

import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { enabledKey } from '#contract/blocks/block-screen.ts';
import { enabledField, settingField } from '#contract/resources/blocks.ts';
import type { Block, BlockSetting } from '#contract/entities/block.ts';
import { asWire, type Setting, type SettingWrite, type WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import { isStored } from '#machines/block-mutation/block-mutation.operations.ts';
import type { EditedBlock } from '#machines/homepage/homepage.types.ts';
import type { BlockChange, BlockSaveResult } from '#machines/block-ports.ts';
import type { StoredDraft, SettingsSnapshot, SettingsSaveResult } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';
import { pendingMarkOf } from '#src/offline/pending-reason.ts';

/** The data that the form of a block needs besides the block. */
interface FormContext {
  readonly theme: ThemeKey | null;
  readonly draft: StoredDraft | null;
  /** The website's brand colours, for settings that name one. */
  readonly colors: readonly Setting[];
}

/** The id under which a block is stored now; `id` may be a local one. */
export const storedId = ({ idMap }: Pick<BlocksReading, 'idMap'>, id: string): string => idMap[id] ?? id;

/** The snapshot of a block for its form: its settings by key, with its Enabled among them. Null where there is no such block. */
export function blockSnapshot(reading: BlocksReading, id: string, { theme, draft, colors }: FormContext): SettingsSnapshot | null {
  const blockId = storedId(reading, id);
  const block = reading.blocks.find((candidate) => candidate.id === blockId);
  if (!block) return null;
  const stored = reading.stored?.find((candidate) => candidate.id === blockId);
  const pendingSettings = reading.pendingSettings[blockId] ?? {};
  return {
    theme,
    settings: [...settingsOf(block), ...colors],
    base: settingsOf(stored ?? { enabled: null, settings: createdWith(block, theme) }),
    pendingFields: Object.fromEntries(Object.entries(pendingSettings).map(([key, field]) => [key, pendingMarkOf(field)])),
    confirmedWrites: confirmedWritesOf(reading, block),
    fetchedAt: reading.fetchedAt,
    draft,
  };
}

/** The values that our own confirmed saves put into a block, by the keys of its form. */
function confirmedWritesOf({ confirmedWrites }: BlocksReading, { id, settings = [] }: Block): Readonly<Record<string, WireValue>> {
  const enabled = confirmedWrites[enabledField(id)];
  const values = settings.flatMap(({ key }) => {
    const value = confirmedWrites[settingField(id, key)];
    return value === undefined ? [] : [[key, asWire(value)] as const];
  });
  return Object.fromEntries([...values, ...(typeof enabled === 'boolean' ? [[enabledKey, [enabled]] as const] : [])]);
}

/** The settings that the server gives a new block. */
function createdWith({ key }: Block, theme: ThemeKey | null): readonly BlockSetting[] {
  const declaration = theme === null ? undefined : blockDeclaration(theme, key);
  return declaration ? defaultSettings(declaration) : [];
}

function settingsOf({ enabled, settings }: Pick<Block, 'enabled' | 'settings'>): readonly Setting[] {
  const own = (settings ?? []).filter(({ type }) => type !== 'heading').map(({ key, value }) => ({ key, value }));
  return [{ key: enabledKey, value: enabled === null ? null : [enabled] }, ...own];
}

/** A save of the form as changes of the block: one for its Enabled, one for its settings. */
export function changesOfSave(
  block: Pick<Block, 'id' | 'label'>,
  writes: readonly SettingWrite[],
  base: Readonly<Record<string, WireValue>>,
): readonly BlockChange[] {
  const { id: blockId, label } = block;
  const enabled = writes.find(({ key }) => key === enabledKey);
  const settings = writes.filter(({ key }) => key !== enabledKey).map(({ key, value }) => ({ key, value }));
  return [
    ...(enabled ? [{ kind: 'show', blockId, label, enabled: enabled.value?.[0] === true } as const] : []),
    ...(settings.length > 0 ? [{ kind: 'settings', blockId, label, settings, base } as const] : []),
  ];
}

/** The form's writes that are stored, on the server or on this device. */
export function storedWritesOf(
  changes: readonly BlockChange[],
  results: readonly BlockSaveResult[],
  writes: readonly SettingWrite[],
): readonly SettingWrite[] {
  const isPartStored = (result: BlockSaveResult | undefined) => result !== undefined && isStored(result);
  const kinds = new Set(changes.filter((_, at) => isPartStored(results[at])).map(({ kind }) => kind));
  return writes.filter(({ key }) => kinds.has(key === enabledKey ? 'show' : 'settings'));
}

/** The form's keys that a change of this kind carries. */
export function keysOf(kind: BlockChange['kind'], writes: readonly SettingWrite[]): readonly string[] {
  return writes.map(({ key }) => key).filter((key) => (key === enabledKey) === (kind === 'show'));
}

/** The result of the whole save, by the keys of the form. */
export function resultOf(
  changes: readonly BlockChange[],
  results: readonly BlockSaveResult[],
  writes: readonly SettingWrite[],
): SettingsSaveResult {
  return combineSaves(
    changes.flatMap(({ kind }, at) => {
      const result = results[at];
      return result ? [{ keys: keysOf(kind, writes), result: formResultOf(result) }] : [];
    }),
  );
}

/** The result of one change for the form, which has its own key for a block's Enabled. */
function formResultOf(result: BlockSaveResult): SettingsSaveResult {
  if (result.kind === 'saved') return { kind: 'saved' };
  if (result.kind !== 'refused') return result;
  const { enabled, ...others } = result.fields;
  return { ...result, fields: enabled === undefined ? result.fields : { ...others, [enabledKey]: enabled } };
}

/** The block before and after a save, as far as it changes: for undo in the list. */
export function editOf(block: Block, writes: readonly SettingWrite[]): { readonly before: EditedBlock; readonly after: EditedBlock } {
  const stored = new Map((block.settings ?? []).map(({ key, value }) => [key, value]));
  const own = writes.filter(({ key }) => key !== enabledKey);
  const enabled = writes.find(({ key }) => key === enabledKey)?.value?.[0];
  return {
    before: { enabled: block.enabled, settings: own.map(({ key }) => ({ key, value: copied(stored.get(key) ?? null) })) },
    after: {
      enabled: typeof enabled === 'boolean' ? enabled : block.enabled,
      settings: own.map(({ key, value }) => ({ key, value: copied(value) })),
    },
  };
}

const copied = (value: WireValue): WireValue => (value === null ? null : [...value]);

import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { enabledKey } from '#contract/blocks/block-screen.ts';
import { enabledField, settingField } from '#contract/resources/blocks.ts';
import type { Block, BlockSetting } from '#contract/entities/block.ts';
import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import { wireOf } from '#db/overlay.ts';
import type { EditedBlock } from '#machines/homepage/homepage.types.ts';
import type { BlockChange, BlockSubmitted, KeptDraft, SettingsSnapshot, SettingsSubmitted } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';
import { waitingMark } from '#src/offline/waiting-mark.ts';

/** What else the form of a block looks at. */
interface Beside {
  readonly theme: ThemeKey | null;
  readonly draft: KeptDraft | null;
  /** The website's own colours, which named ones follow. */
  readonly colors: readonly Setting[];
}

/** The id under which a block is stored now; `id` may be one of this device. */
export const storedId = ({ aliases }: Pick<BlocksReading, 'aliases'>, id: string): string => aliases[id] ?? id;

/** A block as its form reads it: settings by their keys, and its own Enabled among them. Null where it is not there. */
export function blockSnapshot(reading: BlocksReading, id: string, { theme, draft, colors }: Beside): SettingsSnapshot | null {
  const blockId = storedId(reading, id);
  const block = reading.shown.find((candidate) => candidate.id === blockId);
  if (!block) return null;
  const stored = reading.stored?.find((candidate) => candidate.id === blockId);
  const waiting = reading.waitingSettings[blockId] ?? {};
  return {
    theme,
    settings: [...settingsOf(block), ...colors],
    base: settingsOf(stored ?? { enabled: null, settings: madeWith(block, theme) }),
    waiting: Object.fromEntries(Object.entries(waiting).map(([key, field]) => [key, waitingMark(field)])),
    own: ownOf(reading, block),
    fetchedAt: reading.fetchedAt,
    draft,
  };
}

/** What our own last confirmed saves put into a block, by the keys of its form. */
function ownOf({ own }: BlocksReading, { id, settings = [] }: Block): Readonly<Record<string, WireValue>> {
  const enabled = own[enabledField(id)];
  const values = settings.flatMap(({ key }) => {
    const value = own[settingField(id, key)];
    return value === undefined ? [] : [[key, wireOf(value)] as const];
  });
  return Object.fromEntries([...values, ...(typeof enabled === 'boolean' ? [[enabledKey, [enabled]] as const] : [])]);
}

/** What the server will hold of a block that is not there yet. */
function madeWith({ key }: Block, theme: ThemeKey | null): readonly BlockSetting[] {
  const declaration = theme === null ? undefined : blockDeclaration(theme, key);
  return declaration ? defaultSettings(declaration) : [];
}

function settingsOf({ enabled, settings }: Pick<Block, 'enabled' | 'settings'>): readonly Setting[] {
  const own = (settings ?? []).filter(({ type }) => type !== 'heading').map(({ key, value }) => ({ key, value }));
  return [{ key: enabledKey, value: enabled === null ? null : [enabled] }, ...own];
}

/** A save of the form, as changes of the block: whether it is shown is one, its settings are another. */
export function changesOf(
  block: Pick<Block, 'id' | 'label'>,
  writes: readonly SettingWrite[],
  base: Readonly<Record<string, WireValue>>,
): readonly BlockChange[] {
  const { id: blockId, label } = block;
  const shown = writes.find(({ key }) => key === enabledKey);
  const settings = writes.filter(({ key }) => key !== enabledKey).map(({ key, value }) => ({ key, value }));
  return [
    ...(shown ? [{ kind: 'show', blockId, label, enabled: shown.value?.[0] === true } as const] : []),
    ...(settings.length > 0 ? [{ kind: 'settings', blockId, label, settings, base } as const] : []),
  ];
}

/** What of the form's writes stands, on the server or on this device. */
export function takenOf(
  changes: readonly BlockChange[],
  parts: readonly BlockSubmitted[],
  writes: readonly SettingWrite[],
): readonly SettingWrite[] {
  const taken = new Set(changes.filter((_, at) => parts[at]?.kind === 'saved' || parts[at]?.kind === 'kept').map(({ kind }) => kind));
  return writes.filter(({ key }) => taken.has(key === enabledKey ? 'show' : 'settings'));
}

/** The form's keys that a change of this kind carries. */
export function keysOf(kind: BlockChange['kind'], writes: readonly SettingWrite[]): readonly string[] {
  return writes.map(({ key }) => key).filter((key) => (key === enabledKey) === (kind === 'show'));
}

/** What the whole save came to, by the keys of the form. */
export function outcomeOf(
  changes: readonly BlockChange[],
  parts: readonly BlockSubmitted[],
  writes: readonly SettingWrite[],
): SettingsSubmitted {
  return combineSaves(
    changes.flatMap(({ kind }, at) => {
      const part = parts[at];
      return part ? [{ keys: keysOf(kind, writes), submitted: ofForm(part) }] : [];
    }),
  );
}

/** The same for the form, which knows a block's own Enabled by a key. */
function ofForm(part: BlockSubmitted): SettingsSubmitted {
  if (part.kind === 'saved') return { kind: 'saved' };
  if (part.kind !== 'refused') return part;
  const { enabled, ...others } = part.fields;
  return { ...part, fields: enabled === undefined ? part.fields : { ...others, [enabledKey]: enabled } };
}

/** What a save changes, before and after it: for undo in the list. */
export function editOf(block: Block, writes: readonly SettingWrite[]): { readonly before: EditedBlock; readonly after: EditedBlock } {
  const stored = new Map((block.settings ?? []).map(({ key, value }) => [key, value]));
  const own = writes.filter(({ key }) => key !== enabledKey);
  const shown = writes.find(({ key }) => key === enabledKey)?.value?.[0];
  return {
    before: { enabled: block.enabled, settings: own.map(({ key }) => ({ key, value: copied(stored.get(key) ?? null) })) },
    after: {
      enabled: typeof shown === 'boolean' ? shown : block.enabled,
      settings: own.map(({ key, value }) => ({ key, value: copied(value) })),
    },
  };
}

const copied = (value: WireValue): WireValue => (value === null ? null : [...value]);

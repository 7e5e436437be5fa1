import { enabledKey } from '#contract/blocks/block-screen.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import { validateField } from '#contract/settings/validate.ts';
import { toWire } from '#contract/settings/wire.ts';
import { changedFieldsOf } from '#machines/settings-screen/settings-screen.operations.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';

type WireValues = Readonly<Record<string, WireValue>>;

/** What is typed and not saved, in its wire form: of a settings screen, or of one block. */
export interface UnsavedEdits {
  readonly settings?: WireValues;
  readonly block?: { readonly id: string; readonly enabled: boolean | null; readonly settings: WireValues };
}

/** What a form would save. What it would refuse is left out: a colour that is half typed shows as the one before it. */
function changedValues(context: SettingsContext): WireValues {
  const shown = changedFieldsOf(context).filter(({ secret }) => !secret);
  return Object.fromEntries(
    shown.flatMap((field) => {
      const value = context.values[field.key] ?? null;
      return validateField(field, value) === null ? [[field.key, toWire(field, value)] as const] : [];
    }),
  );
}

/** The unsaved edits of a settings screen's form. */
export function editsOfScreen(context: SettingsContext): UnsavedEdits {
  return { settings: changedValues(context) };
}

/** The unsaved edits of a block's form. */
export function editsOfBlock(context: SettingsContext, id: string): UnsavedEdits {
  const { [enabledKey]: shown, ...settings } = changedValues(context);
  const enabled = shown?.[0];
  return { block: { id, enabled: typeof enabled === 'boolean' ? enabled : null, settings } };
}

/** The screen shows what waits on this device, and above that what is typed. */
export function withEdits(request: PreviewRequest, { settings, block }: UnsavedEdits): PreviewRequest {
  const typed: PreviewRequest = { ...request, settings: { ...request.settings, ...copied(settings ?? {}) } };
  if (!block) return typed;
  const own = { ...request.theme_settings?.[block.id], ...copied(block.settings) };
  const blocks = request.data?.blocks?.map((each) => (each.id === block.id ? { ...each, enabled: block.enabled ?? each.enabled } : each));
  return {
    ...typed,
    theme_settings: { ...request.theme_settings, ...(Object.keys(own).length === 0 ? {} : { [block.id]: own }) },
    ...(request.data ? { data: { ...request.data, ...(blocks ? { blocks } : {}) } } : {}),
  };
}

function copied(values: WireValues): NonNullable<PreviewRequest['settings']> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === null ? null : [...value]]));
}

import { enabledKey } from '#contract/blocks/block-screen.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { PreviewPopup } from '#contract/entities/popup.ts';
import type { PreviewForm } from '#contract/forms/preview-form.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import { toWire, validateField } from '#contract/fields/index.ts';
import type { PreviewContent } from '#machines/preview/preview.types.ts';
import { changedFieldsOf } from '#machines/settings-screen/settings-screen.operations.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';

type WireValues = Readonly<Record<string, WireValue>>;

/** Unsaved values in the API's format: of a settings screen, of one block, of a popup, or of a form. */
export interface UnsavedEdits {
  readonly settings?: WireValues;
  readonly popup?: PreviewPopup;
  /** Rendered in place of the page. */
  readonly form?: PreviewForm;
  readonly block?: { readonly id: string; readonly enabled: boolean | null; readonly settings: WireValues };
}

/** The values that a form would save. Invalid ones are left out, so that the preview keeps the old colour while one is typed. */
function changedValues(context: SettingsContext): WireValues {
  const changed = changedFieldsOf(context).filter(({ secret }) => !secret);
  return Object.fromEntries(
    changed.flatMap((field) => {
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
  const { [enabledKey]: ownEnabled, ...settings } = changedValues(context);
  const enabled = ownEnabled?.[0];
  return { block: { id, enabled: typeof enabled === 'boolean' ? enabled : null, settings } };
}

/** Applies unsaved edits to a request with the pending changes. A hidden block is shown while it is edited: it is the ghost. */
export function withEdits(
  request: PreviewRequest,
  { settings, block, popup, form }: UnsavedEdits,
): Pick<PreviewContent, 'request' | 'ghost'> {
  const typed: PreviewRequest = {
    ...request,
    settings: { ...request.settings, ...copyOf(settings ?? {}) },
    ...(popup || form ? { data: { ...request.data, ...(popup ? { popup } : {}), ...(form ? { form } : {}) } } : {}),
  };
  if (!block) return { request: typed, ghost: null };
  const own = { ...request.theme_settings?.[block.id], ...copyOf(block.settings) };
  const isEdited = ({ id }: { readonly id: string }) => id === block.id;
  const edited = request.data?.blocks?.find(isEdited);
  const isHidden = edited !== undefined && (block.enabled ?? edited.enabled) === false;
  const blocks = request.data?.blocks?.map((each) => (isEdited(each) && each.enabled === false ? { ...each, enabled: true } : each));
  return {
    request: {
      ...typed,
      theme_settings: { ...request.theme_settings, ...(Object.keys(own).length === 0 ? {} : { [block.id]: own }) },
      ...(typed.data ? { data: { ...typed.data, ...(blocks ? { blocks } : {}) } } : {}),
    },
    ghost: isHidden ? block.id : null,
  };
}

function copyOf(values: WireValues): NonNullable<PreviewRequest['settings']> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === null ? null : [...value]]));
}

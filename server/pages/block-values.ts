import { blockField } from '#contract/blocks/block-screen.ts';
import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { fromTop } from '#contract/blocks/order.ts';
import type { PreviewBlock } from '#contract/entities/preview.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { defaultValue, maxLengthOf, readWire, validateField } from '#contract/fields/index.ts';
import type { StoredBlock } from '../blocks/store.ts';
import type { BlockValue } from '../themes/page-model.ts';
import type { References } from './references.ts';
import { safeHref } from './safe-href.ts';
import { type Overlay, soundColor } from './site-settings.ts';

/** A block that the page shows, with its settings parsed and the records that they name not loaded yet. */
export interface ShownBlock {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly fields: readonly { readonly field: Field; readonly value: FieldValue }[];
}

/**
 * The blocks to show, from the top: the stored ones, or the list of a preview in their place, with the preview's settings applied. Hidden
 * blocks, the footer, and kinds that the theme does not have are left out.
 */
export function enabledBlocks(
  theme: ThemeKey,
  stored: readonly StoredBlock[],
  given: readonly PreviewBlock[] | undefined,
  over: Readonly<Record<string, Overlay>>,
): readonly ShownBlock[] {
  const known = new Map(stored.map((block) => [block.id, block]));
  const listed = (given ?? stored).map((block) => ({ ...block, static: blockDeclaration(theme, block.key)?.static === true }));
  return fromTop(listed).flatMap(({ id, key, label, enabled, static: isStatic }) => {
    const declaration = blockDeclaration(theme, key);
    if (!declaration || key === footerBlockKey || (enabled === false && !isStatic)) return [];
    const saved = known.get(id);
    const unsaved = Object.hasOwn(over, id) ? over[id] : undefined;
    const fields = defaultSettings(declaration).flatMap((setting) => {
      const field = blockField(key, setting, theme);
      const own = saved?.key === key ? saved.settings.find((item) => item.key === setting.key) : undefined;
      const wire = unsaved && Object.hasOwn(unsaved, setting.key) ? unsaved[setting.key] : (own ?? setting).value;
      return field ? [{ field, value: soundValue(field, readWire(field, wire).value) }] : [];
    });
    return [{ id, key, label, fields }];
  });
}

const countMost = 50;

/** A value that a template can rely on: numbers are clamped, and invalid values become the default. */
function soundValue(field: Field, value: FieldValue): FieldValue {
  switch (field.kind) {
    case 'number':
    case 'slider': {
      const number = typeof value === 'number' && Number.isFinite(value) ? value : defaultValue(field);
      if (typeof number !== 'number') return null;
      if (field.key.endsWith('_count')) return Math.min(countMost, Math.max(1, Math.round(number)));
      return field.key.endsWith('_opacity') ? Math.min(1, Math.max(0, number)) : Math.min(100, Math.max(0, number));
    }
    case 'color':
      return (typeof value === 'string' ? soundColor(value) : null) ?? soundColor(String(defaultValue(field)));
    case 'text':
    case 'multiline':
      return typeof value === 'string' ? value.slice(0, maxLengthOf(field) ?? value.length) : '';
    case 'url':
      return typeof value === 'string' ? (safeHref(value) ?? '') : '';
    default:
      return validateField(field, value) === null ? value : defaultValue(field);
  }
}

/** The ids that blocks name, by the kind of record. */
export function namedIds(blocks: readonly ShownBlock[], ...kinds: readonly Field['kind'][]): readonly string[] {
  return blocks.flatMap(({ fields }) =>
    fields.flatMap(({ field, value }) =>
      kinds.includes(field.kind) ? (typeof value === 'string' ? [value] : Array.isArray(value) ? value : []) : [],
    ),
  );
}

export function settingValue(block: ShownBlock, key: string): FieldValue {
  return block.fields.find(({ field }) => field.key === key)?.value ?? null;
}

/** By setting key, as templates read them. Records are passed separately, as the block's content. */
export function blockValues(block: ShownBlock, references: References, homepageMenu: string | null): Readonly<Record<string, BlockValue>> {
  return Object.fromEntries(
    block.fields.flatMap(({ field, value }): [string, BlockValue][] => {
      const id = typeof value === 'string' ? value : null;
      switch (field.kind) {
        case 'image':
        case 'file':
          return [[field.key, references.picture(id, '')]];
        case 'images': {
          const ids = Array.isArray(value) ? value : [];
          return [[field.key, ids.flatMap((one) => references.picture(one, field.key === 'logos' ? references.nameOf(one) : '') ?? [])]];
        }
        case 'menu':
          return [[field.key, references.menu(id ?? homepageMenu)]];
        case 'form':
          return [[field.key, references.form(id)]];
        case 'record':
        case 'records':
          return [];
        default:
          return Array.isArray(value) || typeof value === 'object' ? [[field.key, null]] : [[field.key, value]];
      }
    }),
  );
}

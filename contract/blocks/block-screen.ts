import type { Block, BlockSetting } from '../entities/block.ts';
import { listNames } from '../entities/lists.ts';
import type { ThemeKey } from '../entities/website.ts';
import type { Field, Option } from '../fields/field.ts';
import { video } from '../fields/video-address.ts';
import { fieldOfTheme, type Section, type SettingsScreen, settingsScreen } from '../settings/screen.ts';
import { blockHints } from './block-hints.ts';
import { blockTextLimit } from './catalogue.ts';
import * as sets from './options.ts';
import { blockPath } from './paths.ts';

/** The form's key of the block's own Enabled; no setting has it, because settings' keys are identifiers. */
export const enabledKey = '@enabled';

const subtitleCharacters = 300;
const pictureTypes = ['png', 'jpg', 'jpeg', 'svg'] as const;

const optionSets: Readonly<Record<string, readonly Option[]>> = {
  testimonials: sets.testimonialOptions,
  blog: sets.blogOptions,
  staff: sets.staffOptions,
  listings: sets.listingsOptions,
  'column-amount': sets.columnAmountOptions,
  'color-variant': sets.colorVariantOptions,
  'banner-height': sets.bannerHeightOptions,
  'block-variant': sets.blockVariantOptions,
  'launchpad-variant': sets.launchpadVariantOptions,
  'listings-content': sets.listingsContentOptions,
  'listings-max-columns': sets.maxColumnsOptions,
  'optional-banner-component': sets.optionalComponentOptions,
  'content-block-alignment': sets.alignmentOptions,
  'content-container-variant': sets.containerOptions,
  'about-us-image-alignment': sets.alignmentOptions,
};

/**
 * A block's settings as a settings screen, so that its editor uses the same form as every other screen. Inputs by priority, highest first;
 * headings begin a section. A setting of an unknown type is left out.
 */
export function blockScreen(block: Block, theme: ThemeKey | null): SettingsScreen {
  const sections: { title?: string; fields: Field[] }[] = [{ fields: [] }];
  if (!(block.static && block.enabled === null))
    sections[0]?.fields.push({ kind: 'checkbox', key: enabledKey, label: 'Enabled', default: true });
  for (const setting of (block.settings ?? []).toSorted((a, b) => b.priority - a.priority)) {
    if (setting.type === 'heading') sections.push({ title: setting.label, fields: [] });
    else {
      const field = blockField(block.key, setting, theme);
      if (field) sections.at(-1)?.fields.push(field);
    }
  }
  const filled: readonly Section[] = sections.filter((section) => section.fields.length > 0);
  return settingsScreen({
    id: `block/${block.id}`,
    path: blockPath(block.id),
    title: block.label,
    category: 'style',
    preview: true,
    sections: filled,
    hints: blockHints(block),
    toasts: { saved: 'Theme settings successfully updated' },
    events: { page: 'Homepage block' },
  });
}

/** The input of one setting; null for a heading, or a type that this version does not know. */
export function blockField(blockKey: string, setting: BlockSetting, theme: ThemeKey | null): Field | null {
  const { key, label, type } = setting;
  const base = { key, label, ...(setting.tooltip_label ? { help: setting.tooltip_label } : {}) };
  const hard = blockTextLimit(theme, blockKey, key);
  const counter = hard === null ? {} : { counter: { characters: hard, limit: 'hard' as const } };
  const text = typeof setting.default === 'string' ? { default: setting.default } : {};
  const [postType, list] = type.split(':');
  const known = listNames.find((name) => name === list);
  if (known && postType === 'multi-post-type') return { kind: 'records', ...base, list: known };
  if (known && postType === 'post-type') return { kind: 'record', ...base, list: known };
  switch (type) {
    case 'text':
      if (/(?:^|_)video(?:_id)?$/u.test(key)) return { kind: 'text', ...base, ...text, format: video };
      return key.endsWith('_link') ? { kind: 'url', accepts: 'any', ...base, ...text } : { kind: 'text', ...base, ...text, ...counter };
    case 'multi-line-text':
      return { kind: 'multiline', ...base, ...text, ...counter };
    case 'banner-subtitle-text':
      return { kind: 'multiline', rows: 3, ...base, ...text, counter: { characters: subtitleCharacters, limit: 'soft' } };
    case 'number':
      return { kind: 'number', ...base, ...(typeof setting.default === 'number' ? { default: setting.default } : {}) };
    case 'slider':
      return { kind: 'slider', ...base, ...(typeof setting.default === 'number' ? { default: setting.default } : {}) };
    case 'checkbox':
      return { kind: 'checkbox', ...base, ...(typeof setting.default === 'boolean' ? { default: setting.default } : {}) };
    case 'color':
      return { kind: 'color', ...base, ...text };
    case 'image':
      return { kind: 'image', ...base, accept: pictureTypes };
    case 'multi-image':
      return { kind: 'images', ...base, accept: pictureTypes };
    case 'form':
      return { kind: 'form', ...base };
    case 'menu':
    case 'menu-dropdown':
      return { kind: 'menu', ...base };
    case 'brand-color-variant':
      return { kind: 'themeColor', ...base, ...text, options: sets.brandColorVariantOptions, otherIsDefault: true };
    default: {
      const offered = setting.input_options ?? optionSets[type];
      if (!offered) return null;
      return fieldOfTheme({ kind: 'select', ...base, ...text, options: offered, otherIsDefault: true }, theme);
    }
  }
}

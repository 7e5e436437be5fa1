import type { BlockSetting } from '../entities/block.ts';
import type { ThemeKey } from '../entities/website.ts';
import { byron } from './byron.ts';
import type { BlockDeclaration } from './declaration.ts';
import { minimal } from './minimal.ts';
import { versatile } from './versatile.ts';

/** The kinds of block of each theme's homepage, from the top. */
export const blockCatalogue: { readonly [Theme in ThemeKey]: readonly BlockDeclaration[] } = { versatile, byron, minimal };

/** Whether the theme lets people add blocks, and delete them. */
export const canAddBlocks = (theme: ThemeKey): boolean => theme === 'byron' || theme === 'versatile';
export const canDeleteBlocks = (theme: ThemeKey): boolean => theme !== 'minimal';

/** The kinds that Add Block offers; none where the theme does not let blocks be added. */
export function addableBlocks(theme: ThemeKey): readonly BlockDeclaration[] {
  return canAddBlocks(theme) ? blockCatalogue[theme].filter((block) => !block.static) : [];
}

export function blockDeclaration(theme: ThemeKey, key: string): BlockDeclaration | undefined {
  return blockCatalogue[theme].find((block) => block.key === key);
}

/** The maximum length of a block's text in characters; null where there is none. */
export function blockTextLimit(theme: ThemeKey | null, blockKey: string, settingKey: string): number | null {
  if (theme === null) return null;
  return blockDeclaration(theme, blockKey)?.settings.find((setting) => setting.key === settingKey)?.hardLimit ?? null;
}

/** The settings of a new block of this kind, as the API answers them. Priorities fall from the first to the last. */
export function defaultSettings(declaration: BlockDeclaration): readonly BlockSetting[] {
  const { settings } = declaration;
  return settings.map(({ key, label, type, default: value, tooltip }, at) => ({
    key,
    label,
    type,
    priority: (settings.length - at) * 10,
    default: value ?? null,
    value: value === undefined || value === null ? null : Array.isArray(value) ? [...value] : [value],
    tooltip_label: tooltip ?? null,
    input_options: undefined,
  }));
}

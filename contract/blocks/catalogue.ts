import type { BlockSetting, BlockSettingType } from '../entities/block.ts';
import type { ThemeKey } from '../entities/website.ts';
import type { Json } from '../json.ts';
import { byron } from './byron.ts';
import { minimal } from './minimal.ts';
import { versatile } from './versatile.ts';

/** A setting as a theme declares it. `default` is the value itself; for types that hold several, the list. */
export interface BlockSettingDeclaration {
  readonly key: string;
  readonly label: string;
  readonly type: BlockSettingType;
  readonly default?: Json;
  readonly tooltip?: string;
  /** Characters; a text stops there. */
  readonly hardLimit?: number;
}

/** A kind of block of one theme. */
export interface BlockDeclaration {
  readonly key: string;
  readonly label: string;
  /** Stands where it stands: it can't be moved, hidden or deleted. */
  readonly static?: boolean;
  /** Made hidden. */
  readonly disabled?: boolean;
  /** In the order of the form. */
  readonly settings: readonly BlockSettingDeclaration[];
}

/** What each theme's homepage is made of, from the top. */
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

/** How many characters a block's text may have; null where nothing is said. */
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
